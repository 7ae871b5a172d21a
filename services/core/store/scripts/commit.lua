#!lua
-- One commit of one table: everything or nothing.
--
-- KEYS  1 table    hash: version, mark, writer, document, state
--       2 updates  stream: the last commits, by version
--       3 record   list: the running deal's entries
--       4 records  sorted set: finished deals by the time when they go
--       5 due      sorted set of the shard: tables by their next wake-up
--       6 channel  sharded channel of the shard
--       7 archive  list: the ended deal's entries; given only if the commit ends a deal
-- ARGV  1 expected version    2 mark    3 writer    4 document    5 state    6 table id
--       7 wake-up in ms, or '' for none
--       8 ms after which the table goes, or '' for never
--       9 number of the ended deal, or ''    10 ms that its record is kept    11 updates kept
--      12 n, the count of record entries    13 .. 12+n the entries
--      13+n .. field (audience:seq) and update, in turn
-- Reply the new version; or, nothing written, minus the version that the table is at (0: there is none)

local is = redis.call('HMGET', KEYS[1], 'version', 'writer')
local version = is[1] or '0'
if version ~= ARGV[1] then return -tonumber(version) end

if version == '0' then redis.call('DEL', KEYS[2], KEYS[3]) end
version = tonumber(version) + 1
local entries = tonumber(ARGV[12])
redis.call('XADD', KEYS[2], 'MAXLEN', '=', ARGV[11], version .. '-0', 'mark', ARGV[2], unpack(ARGV, 13 + entries))
redis.call('HSET', KEYS[1], 'version', version, 'mark', ARGV[2], 'writer', ARGV[3], 'document', ARGV[4], 'state', ARGV[5])
if entries > 0 then redis.call('RPUSH', KEYS[3], unpack(ARGV, 13, 12 + entries)) end

if KEYS[7] and redis.call('EXISTS', KEYS[3]) == 1 then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('RENAME', KEYS[3], KEYS[7])
  redis.call('PEXPIRE', KEYS[7], ARGV[10])
  redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now)
  redis.call('ZADD', KEYS[4], now + ARGV[10], ARGV[9])
  redis.call('PEXPIRE', KEYS[4], ARGV[10])
end

if ARGV[7] == '' then
  redis.call('ZREM', KEYS[5], ARGV[6])
else
  redis.call('ZADD', KEYS[5], ARGV[7], ARGV[6])
end

for i = 1, 3 do
  if ARGV[8] == '' then
    redis.call('PERSIST', KEYS[i])
  else
    redis.call('PEXPIRE', KEYS[i], ARGV[8])
  end
end

if is[2] and is[2] ~= ARGV[3] then redis.call('SPUBLISH', KEYS[6], ARGV[6] .. '\0' .. is[2]) end
return version
