"""The application: routes, requests with suspicion, limits of a connection, and the files of the page."""
