"""Who somebody is: tokens, roles and their checks, for the services and the gateway alike."""
