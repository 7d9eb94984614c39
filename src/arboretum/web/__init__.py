"""The table in the browser: HTTP, WebSocket, pages. All that leaves here is made from views and seen entries."""
