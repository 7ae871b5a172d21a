#!lua
-- Shows or renews a public table.
--
-- KEYS  1 listings  hash    2 created  sorted set    3 leases  sorted set
-- ARGV  1 table id    2 listing    3 time of its making in ms    4 ms of the lease

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
redis.call('ZADD', KEYS[3], now + ARGV[4], ARGV[1])
for i = 1, 3 do -- as long as the longest lease
  redis.call('PEXPIRE', KEYS[i], ARGV[4], 'NX')
  redis.call('PEXPIRE', KEYS[i], ARGV[4], 'GT')
end
