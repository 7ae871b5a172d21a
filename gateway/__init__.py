"""The gateway: sockets in, updates out. Knows the protos, no rules, no state and no game by name."""
