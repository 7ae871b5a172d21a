"""A table as a machine without input or output: documents in, commits out.

Nothing here touches a socket, a store or a clock. `Draft` is one commit in the making; `calls`, `answers`, `clock`
and `deals` are what may happen in it; `updates.seal` turns it into a `Change` for the store.
"""
