"""The commands, one module each. A command parses its options, and hands over."""
