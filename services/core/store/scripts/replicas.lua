#!lua
-- Live replicas. Those whose lease has ended go.
--
-- KEYS  1 addresses  hash    2 leases  sorted set
-- Reply name and address, in turn

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, name in ipairs(redis.call('ZRANGE', KEYS[2], '-inf', now, 'BYSCORE')) do
  redis.call('HDEL', KEYS[1], name)
  redis.call('ZREM', KEYS[2], name)
end
return redis.call('HGETALL', KEYS[1])
