"""The Celery app: computes the moves of bots from what their seats may see."""
