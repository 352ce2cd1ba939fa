"""The room's server: HTTP, WebSockets and the page itself.

Sub-packages from the top down; each imports only what stands below it:

    cli          the commands that open a room and that its host types
    processes    one server process, or several behind a dispatcher
    http         the calls, the answers and the page
    operations   metrics, logs, pruning, and the host's console
    sessions     what a client does at a table, from hello to goodbye
    room         every table in memory, and the threads that they share
    tables       a table with people at it: queue, clock and broadcasts
    network      WebSockets, connections, limits by address, proxies
    protocol     the messages and bodies that travel
"""
