#!lua
-- Takes a table off the list.
--
-- KEYS  1 listings  hash    2 created  sorted set    3 leases  sorted set
-- ARGV  1 table id

redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
