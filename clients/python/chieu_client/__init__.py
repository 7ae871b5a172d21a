"""The Python SDK: a thin client that reconnects."""
