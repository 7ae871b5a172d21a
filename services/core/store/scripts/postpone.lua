#!lua
-- Sets a table's wake-up without a commit.
--
-- KEYS  1 table  hash    2 due  sorted set of the shard
-- ARGV  1 version that the table must be at    2 wake-up in ms    3 table id
-- Reply 1, or 0 if the table is at another version

if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[3])
return 1
