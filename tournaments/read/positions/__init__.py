"""Questions about positions as pages, papers and programs show them."""
