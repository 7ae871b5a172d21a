#!lua
-- Binds a join code to a table, or renews it.
--
-- KEYS  1 code  string: table id
-- ARGV  1 table id    2 ms of the lease
-- Reply 1, or 0 if another table has it

local bound = redis.call('GET', KEYS[1])
if bound and bound ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
