#!lua
-- Says or renews that a replica lives.
--
-- KEYS  1 addresses  hash    2 leases  sorted set
-- ARGV  1 name    2 address    3 ms of the lease

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[1])
for i = 1, 2 do -- as long as the longest lease
  redis.call('PEXPIRE', KEYS[i], ARGV[3], 'NX')
  redis.call('PEXPIRE', KEYS[i], ARGV[3], 'GT')
end
