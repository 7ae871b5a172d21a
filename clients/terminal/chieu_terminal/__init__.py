"""`chieu`, the command line: play, watch, operate and verify from a terminal."""
