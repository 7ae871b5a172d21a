"""Logs, metrics and traces: how every process of Chiếu reports what it does."""
