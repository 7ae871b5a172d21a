#!lua
-- Drops the wake-ups of tables that have expired meanwhile.
--
-- KEYS  1 due  sorted set of the shard    2 .. tables' hashes
-- ARGV  ids of those tables, in the same order
-- Reply ids of the tables that are there

local there = {}
for i, id in ipairs(ARGV) do
  if redis.call('EXISTS', KEYS[i + 1]) == 1 then
    there[#there + 1] = id
  else
    redis.call('ZREM', KEYS[1], id)
  end
end
return there
