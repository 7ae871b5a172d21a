#!lua
-- Public tables, newest first. Those whose lease has ended go.
--
-- KEYS  1 listings  hash    2 created  sorted set    3 leases  sorted set
-- ARGV  1 how many at most, from 1
-- Reply table id, listing, time of its making, in turn

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, id in ipairs(redis.call('ZRANGE', KEYS[3], '-inf', now, 'BYSCORE')) do
  redis.call('HDEL', KEYS[1], id)
  redis.call('ZREM', KEYS[2], id)
  redis.call('ZREM', KEYS[3], id)
end
local shown = {}
local newest = redis.call('ZRANGE', KEYS[2], 0, ARGV[1] - 1, 'REV', 'WITHSCORES')
for i = 1, #newest, 2 do
  shown[#shown + 1] = newest[i]
  shown[#shown + 1] = redis.call('HGET', KEYS[1], newest[i])
  shown[#shown + 1] = newest[i + 1]
end
return shown
