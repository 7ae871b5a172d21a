#!lua
-- One commit of one table: everything or nothing.
--
-- KEYS  1 table    hash: version, mark, writer, document, state; public: the last commits that everybody was told of
--       2 updates  stream: those commits, by version, and what was told between them to some. Only commits of which
--                  everybody is told push others out: else what is left would say how much was done in private
--       3 record   list: the running deal's entries
--       4 records  sorted set: finished deals by the time when they go
--       5 due      sorted set of the shard: tables by their next wake-up
--       6 channel  sharded channel of the shard
--       7 archive  list: the ended deal's entries; given only if the commit ends a deal
-- ARGV  1 table id    2 public commits kept    3 ms that a finished deal's record is kept
--       4 expected version    5 mark    6 writer    7 document    8 state
--       9 wake-up in ms, or '' for none
--      10 ms after which the table goes, or '' for never
--      11 number of the ended deal, or ''
--      12 '1' if everybody is told of it, or ''
--      13 n, the count of record entries    14 .. 13+n the entries
--      14+n .. 'shared' and how every update ends; then field (audience:seq) and update, in turn. Nothing: nobody is told
-- Reply the new version; or, nothing written, minus the version that the table is at (0: there is none)

local is = redis.call('HMGET', KEYS[1], 'version', 'writer', 'public')
local version = is[1] or '0'
if version ~= ARGV[4] then return -tonumber(version) end

if version == '0' then redis.call('DEL', KEYS[2], KEYS[3]) end
version = tonumber(version) + 1
local entries = tonumber(ARGV[13])
local public = is[3] or ''
if ARGV[12] == '1' then
  public = public .. version .. ' '
  local _, count = string.gsub(public, ' ', '')
  if count > tonumber(ARGV[2]) then public = string.match(public, ' (.*)') end
end
if ARGV[14 + entries] then
  local oldest = string.match(public, '%d+') or version
  redis.call('XADD', KEYS[2], 'MINID', '=', oldest .. '-0', version .. '-0', 'mark', ARGV[5], unpack(ARGV, 14 + entries))
end
redis.call(
  'HSET', KEYS[1], 'version', version, 'mark', ARGV[5], 'writer', ARGV[6], 'document', ARGV[7], 'state', ARGV[8],
  'public', public
)
if entries > 0 then redis.call('RPUSH', KEYS[3], unpack(ARGV, 14, 13 + entries)) end

if KEYS[7] and redis.call('EXISTS', KEYS[3]) == 1 then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('RENAME', KEYS[3], KEYS[7])
  redis.call('PEXPIRE', KEYS[7], ARGV[3])
  redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now)
  redis.call('ZADD', KEYS[4], now + ARGV[3], ARGV[11])
  redis.call('PEXPIRE', KEYS[4], ARGV[3])
end

if ARGV[9] == '' then
  redis.call('ZREM', KEYS[5], ARGV[1])
else
  redis.call('ZADD', KEYS[5], ARGV[9], ARGV[1])
end

for i = 1, 3 do
  if ARGV[10] == '' then
    redis.call('PERSIST', KEYS[i])
  else
    redis.call('PEXPIRE', KEYS[i], ARGV[10])
  end
end

if is[2] and is[2] ~= ARGV[6] then redis.call('SPUBLISH', KEYS[6], ARGV[1] .. '\0' .. is[2]) end
return version
