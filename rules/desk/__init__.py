"""The entry line of the desk: a few keys in, what they mean out."""
