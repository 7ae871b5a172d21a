#!lua
-- Says that a replica is going. One of its name at another address stays.
--
-- KEYS  1 addresses  hash    2 leases  sorted set
-- ARGV  1 name    2 address

if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
