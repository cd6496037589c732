import { linksOfCommand } from '../../links.ts'
import type { Emulation, Machine, Talk } from '../emulation.ts'
import { array, type Begun, bulk, longestCommand, readPart } from './resp.ts'

const usualVersion = '5.0.7'
/** A command as it is told: its words in a line. */
const told = (words: readonly string[]): string => words.join(' ').slice(0, 4096)

const machine: Machine<Begun> = {
  longest: longestCommand + 4096,
  begin: () => ({ words: [], left: 0, bytes: 0 }),
  take(begun, bytes, talk) {
    const read = readPart(begun, bytes)
    if (typeof read === 'string') {
      talk.reply(`-ERR ${read}\r\n`)
      talk.end()
      return bytes.length
    }
    if ('needs' in read) return -read.needs
    if (read.words === null) return read.used
    const [name, ...words] = read.words
    if (name === undefined) return read.used
    const command = name.toUpperCase()
    if (command === 'AUTH' && words.length > 0)
      talk.reply(
        talk.login(words.length > 1 ? words[0]! : 'default', words.at(-1)!)
          ? '+OK\r\n'
          : '-WRONGPASS invalid username-password pair or user is disabled.\r\n',
      )
    else {
      const text = told(read.words)
      talk.command(text)
      talk.links(linksOfCommand(text))
      talk.reply(answer(command, words, talk))
      if (command === 'QUIT') talk.end()
    }
    return read.used
  },
}

const ok = '+OK\r\n'
const nil = '$-1\r\n'
const none = '*0\r\n'
/** What would make it copy from elsewhere, write a file or run code is refused. */
const refused = '-ERR operation not permitted\r\n'

const fixed: Record<string, string> = {
  QUIT: ok,
  SELECT: ok,
  SET: ok,
  MSET: ok,
  FLUSHALL: ok,
  FLUSHDB: ok,
  CLIENT: ok,
  SETNX: ':1\r\n',
  DEL: ':1\r\n',
  LPUSH: ':1\r\n',
  RPUSH: ':1\r\n',
  HSET: ':1\r\n',
  SADD: ':1\r\n',
  EXPIRE: ':1\r\n',
  EXISTS: ':0\r\n',
  DBSIZE: ':0\r\n',
  LASTSAVE: ':1735689600\r\n',
  TYPE: '+none\r\n',
  GET: nil,
  HGET: nil,
  KEYS: none,
  LRANGE: none,
  SMEMBERS: none,
  COMMAND: none,
  HGETALL: none,
  SCAN: array([bulk('0'), none]),
  SAVE: ok,
  BGSAVE: '+Background saving started\r\n',
  SLAVEOF: refused,
  REPLICAOF: refused,
  MIGRATE: refused,
  MODULE: refused,
  DEBUG: refused,
  EVAL: refused,
  EVALSHA: refused,
  SCRIPT: refused,
  SYNC: refused,
  PSYNC: refused,
}

const settings: Record<string, string> = {
  dir: '/var/lib/redis',
  dbfilename: 'dump.rdb',
  maxmemory: '0',
  requirepass: '',
  save: '900 1 300 10',
}

function answer(command: string, words: readonly string[], talk: Talk): string {
  if (command === 'PING') return words[0] === undefined ? '+PONG\r\n' : bulk(words[0])
  if (command === 'ECHO' && words[0] !== undefined) return bulk(words[0])
  if (command === 'INFO') return bulk(info(talk))
  if (command === 'CONFIG') return config(words)
  if (Object.hasOwn(fixed, command)) return fixed[command]!
  const begins = words.map((word) => `'${word.slice(0, 40)}' `).slice(0, 3)
  return (
    `-ERR unknown command '${command.slice(0, 64)}', with args beginning with: ${begins.join('')}`.replace(
      /[\r\n]/g,
      ' ',
    ) + '\r\n'
  )
}

function config([action = '', name = '']: readonly string[]): string {
  if (action.toUpperCase() === 'GET') {
    const asked = Object.entries(settings).filter(([key]) => name === '*' || key === name.toLowerCase())
    return array(asked.flat().map(bulk))
  }
  return action.toUpperCase() === 'RESETSTAT' ? ok : refused
}

const info = (talk: Talk): string =>
  [
    '# Server',
    `redis_version:${talk.options.version ?? usualVersion}`,
    'redis_mode:standalone',
    'os:Linux 4.15.0-20-generic x86_64',
    'arch_bits:64',
    'gcc_version:9.2.1',
    'process_id:812',
    'tcp_port:6379',
    `uptime_in_seconds:${Math.floor((talk.now() / 1000) % 10_000_000)}`,
    'executable:/usr/bin/redis-server',
    'config_file:/etc/redis/redis.conf',
    '',
    '# Clients',
    'connected_clients:1',
    '',
    '# Memory',
    'used_memory_human:841.34K',
    '',
    '# Replication',
    'role:master',
    'connected_slaves:0',
    '',
    '# Keyspace',
    '',
  ].join('\r\n')

export const redis: Emulation = { stream: machine }
