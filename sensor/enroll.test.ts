import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { argumentsOf } from './arguments.ts'
import { anyAnswer } from './connection/calls.ts'
import { connect } from './connection/connection.ts'
import { enrollHere } from './enroll.ts'
import { run } from './run.ts'
import { type Folder, openFolder } from './settings/folder.ts'
import { readSettings } from './settings/settings.ts'
import { type Certificate, certificateOf } from './testing/certificates.ts'
import { type Product, startProduct, wanted } from './testing/product.ts'

/** A sensor whose server shows another certificate, and its host where the install command runs again. */

let folder: Folder
let product: Product
let certificate: Certificate

beforeEach(async () => {
  folder = await openFolder(await mkdtemp(join(tmpdir(), 'noisefloor-enroll-')))
  certificate = await certificateOf()
  product = await startProduct(wanted(), certificate)
})
afterEach(async () => {
  await product.close()
  await rm(folder.path, { recursive: true, force: true })
})

const enroll = (fingerprint: string | null, ...more: string[]): Promise<string> =>
  enrollHere(
    folder,
    argumentsOf([
      'enroll',
      '--server',
      product.url,
      '--token',
      'nfi_once',
      ...(fingerprint === null ? [] : ['--fingerprint', fingerprint]),
      ...more,
    ]),
  )

/** The operator renews: the server is the same, at the same address. */
async function shows(renewed: Certificate): Promise<void> {
  const { port } = new URL(product.url)
  await product.close()
  certificate = renewed
  product = await startProduct(wanted(), renewed, port)
}

/** Whether the sensor reaches its server by what it keeps. */
async function reaches(): Promise<boolean> {
  const { server, sensorToken: token, fingerprint } = (await readSettings(folder))!
  const connection = connect({ server, token, fingerprint })
  onTestFinished(() => connection.close())
  return anyAnswer(connection).then(
    () => true,
    () => false,
  )
}

test('a certificate renewed with the same key is nothing to a sensor, and a new key is taken by enrolling again', async () => {
  await enroll(certificate.ofKey)
  const first = await readSettings(folder)
  await shows(await certificateOf(certificate))
  expect(await reaches()).toBe(true)
  expect(await enroll(certificate.ofKey)).toMatch(/^Already sensor one of \S+\.$/)
  expect(await readSettings(folder)).toEqual(first)

  await shows(await certificateOf())
  expect(await reaches()).toBe(false)
  expect(await enroll(certificate.ofKey)).toContain(
    `from its next start on it takes the public key ${certificate.ofKey}`,
  )
  expect(await readSettings(folder)).toEqual({ ...first, fingerprint: certificate.ofKey })
  expect(await reaches()).toBe(true)
})

test('a sensor enrolled by the SHA-256 of a certificate takes the key instead, and stays the one it was', async () => {
  await enroll(certificate.ofCertificate)
  const first = await readSettings(folder)
  expect(first).toMatchObject({ fingerprint: certificate.ofCertificate })
  expect(await reaches()).toBe(true)
  await enroll(certificate.ofKey, '--update-key', 'MCowBQYDK2VwAyEA')
  expect(await readSettings(folder)).toEqual({
    ...first,
    fingerprint: certificate.ofKey,
    updateKey: 'MCowBQYDK2VwAyEA',
  })
  await shows(await certificateOf(certificate))
  expect(await reaches()).toBe(true)
})

test('what the server does not show is not taken, and nothing else of the command either', async () => {
  await enroll(certificate.ofKey)
  const first = await readSettings(folder)
  const other = await certificateOf()
  const wrong = enroll(other.ofKey, '--update-key', 'MCowBQYDK2VwAyEA')
  await expect(wrong).rejects.toThrow(
    `shows the public key ${certificate.ofKey}, not ${other.ofKey} as was named: make a new install command`,
  )
  expect(await readSettings(folder)).toEqual(first)
})

test('the command of another server changes nothing of a sensor', async () => {
  await enroll(certificate.ofKey)
  const first = await readSettings(folder)
  const another = await startProduct(wanted(), await certificateOf())
  onTestFinished(() => another.close())
  await expect(
    enrollHere(
      folder,
      argumentsOf(['enroll', '--server', another.url, '--token', 'nfi_once', '--fingerprint', '']),
    ),
  ).rejects.toThrow(`Already sensor one of ${product.url}, not of ${another.url}`)
  expect(await readSettings(folder)).toEqual(first)
  expect(another.calls).toEqual([])
})

test('a command that names no key ends the pin once authorities vouch for the certificate, and not before', async () => {
  await enroll(certificate.ofKey)
  const first = await readSettings(folder)
  expect(await enroll('')).toContain('No authority vouches')
  expect(await enroll(null)).toMatch(/^Already sensor one of \S+\.$/)
  expect(await readSettings(folder)).toEqual(first)

  const before = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(before))
  setDefaultCACertificates([...before, certificate.cert])
  expect(await enroll('')).toContain('a certificate that authorities vouch for')
  expect(await readSettings(folder)).toEqual({
    server: first?.server,
    sensorId: 'one',
    sensorToken: 'nfs_own',
  })
  expect(await reaches()).toBe(true)
})

test('a server that was away and comes back with another key is told in the log, with what mends it', async () => {
  await enroll(certificate.ofKey)
  const { port } = new URL(product.url)
  await product.close()
  const lines: string[] = []
  const ending = new AbortController()
  const args = { interface: undefined, portOffset: 24_000, capture: false }
  const over = run(folder, (await readSettings(folder))!, args, {
    signal: ending.signal,
    say: (line) => void lines.push(line),
  })
  await expect.poll(() => lines.join('\n')).toContain('ECONNREFUSED')
  const other = await certificateOf()
  product = await startProduct(wanted(), other, port)
  await expect
    .poll(() => lines.join('\n'))
    .toContain(
      `the server shows the public key ${other.ofKey}, not ${certificate.ofKey} as was named: if that was renewed, run the server’s install command on this host again`,
    )
  ending.abort()
  await over
})
