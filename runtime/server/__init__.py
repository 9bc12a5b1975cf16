"""The server: its processes, thread pools, static files, addresses, process lock, crash marker and logs."""
