"""The stream: what a camera's picture shows of one table, for programs such as OBS."""
