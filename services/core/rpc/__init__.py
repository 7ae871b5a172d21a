"""What a service answers by gRPC: tables, the game, links, and refusals as statuses."""
