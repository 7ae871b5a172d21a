#!lua
-- Claims overdue wake-ups: whoever gets them has a lease until they are due again.
--
-- KEYS  1 due  sorted set of the shard: tables by their next wake-up
-- ARGV  1 ms that a wake-up must be overdue    2 ms of the lease    3 how many at most
-- Reply table ids, the longest overdue first

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local late = redis.call('ZRANGE', KEYS[1], '-inf', now - ARGV[1], 'BYSCORE', 'LIMIT', 0, ARGV[3])
for _, id in ipairs(late) do redis.call('ZADD', KEYS[1], now + ARGV[2], id) end
return late
