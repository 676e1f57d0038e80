"""A Tranglar board in one photo: its grid, what covers each quarter cell, and which pieces that makes."""
