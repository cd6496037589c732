import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { silent } from '#store/log.ts'
import { openMail } from './open.ts'
import { written } from './template.ts'

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-mail-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const clock = () => 1_700_000_000_000
const from = 'Noisefloor <noisefloor@localhost>'
const mail = {
  to: 'ada@example.org',
  subject: 'Grüße\r\nBcc: eve@example.org',
  body: ['<b>Ada</b> & http://evil.example/ say:', { link: 'http://localhost/x?a=1' }],
}

describe('without a server for mail', () => {
  test('a mail is a file that its owner alone may read, and no header can be smuggled in', async () => {
    const outbox = join(folder, 'outbox')
    await openMail({ smtpUrl: undefined, from, outbox, clock, log: silent })(mail)
    const [name = ''] = await readdir(outbox)
    const text = await readFile(join(outbox, name), 'utf8')
    expect(text).toContain('To: ada@example.org')
    for (const kind of ['text/plain', 'text/html']) expect(text).toContain(`Content-Type: ${kind}`)
    expect(text).not.toMatch(/^Bcc:/im)
    expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600)
    expect((await stat(outbox)).mode & 0o777).toBe(0o700)
  })
})

test('a mail is plain text and a page, in which only links of this server are links', () => {
  const { text, html } = written(mail)
  expect(text).toBe('<b>Ada</b> & http://evil.example/ say:\n\nhttp://localhost/x?a=1\n')
  expect(html).toContain('&lt;b&gt;Ada&lt;/b&gt; &amp; http://evil.example/ say:')
  expect(html.match(/href="[^"]*"/g)).toEqual(['href="http://localhost/x?a=1"'])
  expect(html).not.toMatch(/<(img|script|link|style)\b|src=/)
})

describe('with a server for mail', () => {
  test('what it refuses is refused in words, and a silent one costs seconds', async () => {
    const server = createServer((socket: Socket) => {
      socket.on('error', () => undefined)
      socket.write('220 mail\r\n')
      socket.on('data', (data) =>
        socket.write(/^(EHLO|HELO)/i.test(String(data)) ? '250 mail\r\n' : '550 no such user\r\n'),
      )
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const send = openMail({ smtpUrl: `smtp://127.0.0.1:${port}`, from, outbox: folder, clock, log: silent })
    await expect(send(mail)).rejects.toMatchObject({ code: 'busy', message: /could not be sent/ })
    server.close()
  })
})
