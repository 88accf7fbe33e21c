"""What the lanes share."""
