import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { generate } from 'selfsigned'
import { expect, onTestFinished, test } from 'vitest'
import { silent } from '#store/log.ts'
import { readSettings } from '../settings.ts'
import { openTls } from './tls.ts'

test('a certificate that cannot be read, or that is not of its key, is told before anything starts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const name = [{ name: 'commonName', value: 'localhost' }]
  const [one, other] = [await generate(name), await generate(name)]
  const at = (file: string, text: string): string => {
    writeFileSync(join(folder, file), text)
    return join(folder, file)
  }
  const [TLS_CERT, TLS_KEY] = [at('cert', one.cert), at('key', one.private)]
  const problemsOf = (environment: Record<string, string>): string => {
    const read = readSettings({ NOISEFLOOR_DATA: folder, ...environment }, folder)
    return read.ok ? '' : read.problems.join('\n')
  }
  expect(problemsOf({ TLS_CERT, TLS_KEY })).toBe('')
  expect(problemsOf({ TLS_CERT })).toContain('together with TLS_KEY')
  expect(problemsOf({ TLS_CERT, TLS_KEY: join(folder, 'none') })).toContain('ENOENT')
  expect(problemsOf({ TLS_CERT, TLS_KEY: at('other', other.private) })).toMatch(/TLS_CERT: .*mismatch/i)
  expect(problemsOf({ TLS_CERT: at('text', 'no certificate'), TLS_KEY })).toMatch(/TLS_CERT: /)
})

test('a renewed certificate is taken while the server runs, and one that cannot be read changes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-tls-'))
  const files = { cert: join(folder, 'cert'), key: join(folder, 'key') }
  const renew = async (): Promise<void> => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }])
    writeFileSync(files.cert, cert)
    writeFileSync(files.key, key)
  }
  await renew()
  const tls = openTls(files)
  const server = createServer(tls.inUse(), (_request, response) => response.end('here'))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  tls.renew(server, silent, 20)
  const { port } = server.address() as AddressInfo
  const shown = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().fingerprint256)
        socket.end()
      })
      socket.on('error', reject)
    })
  const first = await shown()
  await renew()
  await expect.poll(shown).not.toBe(first)
  const second = await shown()
  writeFileSync(files.key, 'no key')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await shown()).toBe(second)
})
