import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, rootCertificates } from 'node:tls'
import { generate } from 'selfsigned'
import { expect, onTestFinished, test } from 'vitest'
import { silent } from '#store/log.ts'
import { openSensorFiles } from './sensor-files.ts'
import { openTls } from './tls.ts'

type Made = Awaited<ReturnType<typeof generate>>

/** A server whose certificate the operator renews, and what it hands out to hosts. */
async function serving() {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-pin-'))
  const files = { cert: join(folder, 'cert'), key: join(folder, 'key') }
  const write = (made: Made): void => {
    writeFileSync(files.cert, made.cert)
    writeFileSync(files.key, made.private)
  }
  const made = (before?: Made): Promise<Made> =>
    generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      ...(before && { keyPair: { privateKey: before.private, publicKey: before.public } }),
    })
  const first = await made()
  write(first)
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
  return {
    files: openSensorFiles(folder, Buffer.alloc(32), () => tls.inUse().cert),
    first,
    made,
    write,
    paths: files,
    inUse: () => tls.inUse().cert,
    /** SHA-256 of the public key that a client is shown, as curl writes it. */
    shown: (): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
          const spki = socket.getPeerX509Certificate()!.publicKey.export({ format: 'der', type: 'spki' })
          resolve(`sha256//${createHash('sha256').update(spki).digest('base64')}`)
          socket.end()
        })
        socket.on('error', reject)
      }),
  }
}

test('the key that is handed out is the one that the server shows, also after a renewal while it runs', async () => {
  const { files, first, made, write, inUse, shown } = await serving()
  const pin = files.pin()
  expect(await shown()).toBe(pin)

  const sameKey = await made(first)
  write(sameKey)
  await expect.poll(inUse).toBe(sameKey.cert)
  expect(files.pin()).toBe(pin)
  expect(await shown()).toBe(pin)

  const otherKey = await made()
  write(otherKey)
  await expect.poll(inUse).toBe(otherKey.cert)
  expect(files.pin()).not.toBe(pin)
  expect(await shown()).toBe(files.pin())
})

test('a renewed certificate that the server cannot use is not handed out', async () => {
  const { files, made, paths, inUse, shown, first } = await serving()
  const pin = files.pin()
  writeFileSync(paths.cert, (await made()).cert)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(inUse()).toBe(first.cert)
  expect(files.pin()).toBe(pin)
  expect(await shown()).toBe(pin)
})

test('nothing is handed out where everybody trusts the authority, or the server speaks no TLS', () => {
  const [known = ''] = rootCertificates
  expect(openSensorFiles('', Buffer.alloc(32), () => known).pin()).toBe('')
  expect(openSensorFiles('', Buffer.alloc(32)).pin()).toBe('')
})
