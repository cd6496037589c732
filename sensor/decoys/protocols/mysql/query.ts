import type { Talk } from '../emulation.ts'
import { errorPacket, okPacket, resultPackets } from './packets.ts'

const databases = ['information_schema', 'mysql', 'performance_schema', 'shop', 'sys']

/** Answers what clients ask when they come, and what scanners look for; anything else is taken as done or not understood. */
export function answerQuery(sql: string, talk: Talk, version: string): Buffer {
  const text = sql.trim().replace(/;+$/, '').toLowerCase().slice(0, 2000)
  const variables: Record<string, string> = {
    '@@version_comment': '(Debian)',
    '@@version': version,
    'version()': version,
    'database()': 'NULL',
    'user()': 'root@localhost',
    'current_user()': 'root@%',
    '@@hostname': talk.options.hostname ?? 'db',
    '@@datadir': '/var/lib/mysql/',
    '@@basedir': '/usr/',
    '@@plugin_dir': '/usr/lib/mysql/plugin/',
    '@@secure_file_priv': '',
    '@@version_compile_os': 'Linux',
    '@@max_allowed_packet': '16777216',
  }
  const [, asked] = /^select\s+(\S+?)(?:\s+limit\s+\d+)?$/.exec(text) ?? []
  if (asked !== undefined) {
    if (Object.hasOwn(variables, asked)) return resultPackets(1, [asked], [[variables[asked]!]])
    if (/^\d{1,9}$/.test(asked)) return resultPackets(1, [asked], [[asked]])
  }
  if (text === 'show databases')
    return resultPackets(
      1,
      ['Database'],
      databases.map((name) => [name]),
    )
  if (/^show (full )?tables/.test(text)) return resultPackets(1, ['Tables'], [['customers'], ['orders']])
  if (/^show (session |global )?variables/.test(text))
    return resultPackets(1, ['Variable_name', 'Value'], [['version', version]])
  if (text.startsWith('show ')) return resultPackets(1, ['Name'], [])
  if (/^(set|use|create|drop|insert|update|delete|alter|grant|flush|begin|commit|rollback)\b/.test(text))
    return okPacket(1)
  if (/^select\b/.test(text)) return resultPackets(1, ['result'], [])
  const near = sql.trim().slice(0, 80)
  return errorPacket(
    1,
    1064,
    '42000',
    `You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near '${near}' at line 1`,
  )
}
