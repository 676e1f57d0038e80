"""What is known of a camera and a table before a photo is read; each a small file."""
