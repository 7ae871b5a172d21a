"""How the services are run: on one machine, in containers, on a cluster."""
