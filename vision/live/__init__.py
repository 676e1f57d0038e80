"""A camera over the table: frames as they come, and what lies where from one frame to the next."""
