#!lua
-- Finished deals whose record is still kept.
--
-- KEYS  1 records  sorted set: deals by the time when they go
-- Reply deal numbers

local time = redis.call('TIME')
return redis.call('ZRANGE', KEYS[1], '(' .. (time[1] * 1000 + math.floor(time[2] / 1000)), '+inf', 'BYSCORE')
