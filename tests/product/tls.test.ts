import { execFile } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeFolder, root, startProduct, type Product } from './start.ts'

/** A server with a certificate of its own: browsers reach it by https alone, the command line of its machine as before. */

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-tls-'))
const [TLS_CERT, TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
let product: Product
beforeAll(async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  writeFileSync(TLS_CERT, cert)
  writeFileSync(TLS_KEY, key)
  product = await startProduct({ environment: { TLS_CERT, TLS_KEY } })
})
afterAll(async () => {
  await product?.stop()
  product?.remove()
  removeFolder(folder)
})

interface Answer {
  status: number
  cookies: string[]
  body: string
}

const ask = (path: string, options: { method?: string; headers?: Record<string, string> } = {}, body = '') =>
  new Promise<Answer>((resolve, reject) => {
    const url = new URL(path, product.url.replace('127.0.0.1', 'localhost'))
    const asked = request(url, { ca: readFileSync(TLS_CERT), agent: false, ...options }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          cookies: answer.headers['set-cookie'] ?? [],
          body: text,
        }),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })

test('speaks https, with cookies that no plain connection sets or reads', async () => {
  expect(product.url).toMatch(/^https:/)
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/')).body).toContain('<!DOCTYPE html>')
  const { cookies } = await ask('/api/auth/csrf')
  expect(cookies.join()).toMatch(/^__Host-noisefloor-csrf=.*; Secure/)
  const headers = {
    'content-type': 'application/json',
    origin: new URL(product.url).origin.replace('127.0.0.1', 'localhost'),
  }
  const step = await ask('/api/auth/passkey', { method: 'POST', headers }, '{}')
  expect(step.cookies.join()).toMatch(
    /^__Host-noisefloor-passkey=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
})

test('answers one look-up after the other over one connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: readFileSync(TLS_CERT) })
  const url = product.url.replace('127.0.0.1', 'localhost')
  const found: string[] = []
  for (let at = 0; at < 20; at += 1)
    found.push(
      await new Promise((resolve, reject) => {
        request(new URL(`/v3/ip/8.8.4.${at}`, url), { agent, headers: { key: product.key } }, (answer) => {
          let text = ''
          answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
          answer.on('end', () => {
            const { request_id } = JSON.parse(text) as { request_id?: string }
            resolve(`${answer.statusCode} ${request_id === answer.headers['x-request-id']}`)
          })
        })
          .on('error', reject)
          .end()
      }),
    )
  agent.destroy()
  expect(new Set(found)).toEqual(new Set(['404 true']))
})

test('answers nobody who speaks plainly, and lives on', async () => {
  const port = Number(new URL(product.url).port)
  const said = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    )
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
  expect(said).not.toContain('200 OK')
  expect((await ask('/healthz')).status).toBe(200)
})

test('is reached by the command line of its machine without any certificate', async () => {
  const { stdout } = await promisify(execFile)(
    join(root, 'node_modules', '.bin', 'node'),
    [join(root, 'cli', 'main.ts'), 'status'],
    { env: { PATH: process.env['PATH'], NOISEFLOOR_DATA: product.dataFolder } },
  )
  expect(stdout).not.toBe('')
  const inner = readFileSync(join(product.dataFolder, 'local-url'), 'utf8').trim()
  expect(inner).toMatch(/^http:\/\/127\.0\.0\.1:/)
})

test('an install command, and the script it fetches, hold to the key of the certificate', async () => {
  const headers = { key: product.key, 'content-type': 'application/json' }
  const made = await ask('/api/workspace/sensors/installs', { method: 'POST', headers }, '{}')
  const { command } = JSON.parse(made.body) as { command: string }
  const key = new X509Certificate(readFileSync(TLS_CERT)).publicKey.export({ format: 'der', type: 'spki' })
  const pin = `sha256//${createHash('sha256').update(key).digest('base64')}`
  expect(command).toContain(` -k --pinnedpubkey '${pin}' `)
  const token = /nfi_[\w-]{43}/.exec(command)?.[0] ?? ''
  const script = await ask('/sensor/script/install', { headers: { 'x-install-token': token } })
  expect(script.body).toContain(`\npin='${pin}'\n`)
  expect(script.body).not.toContain('{{')
})
