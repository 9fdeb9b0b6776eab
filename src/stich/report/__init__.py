"""A judged match in words and pictures: for a terminal, and as one HTML file to send."""
