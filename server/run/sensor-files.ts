import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign, X509Certificate } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { scriptTypes, type SensorFiles } from '#services/sensors/sensor-files.ts'
import { openAgentFile } from './agent-file.ts'

/** Where the agent lies that was built with this release (scripts/build-sensor.mjs), and the templates of its scripts. */
const agentFile = (root: string): string => join(root, 'build', 'sensor', 'agent.mjs')
const installFolder = (root: string): string => join(root, 'sensor', 'install')

/** PEM of what the server shows now, with those between it and its authority. */
export type Certificate = () => string

/**
 * @param secret the key of the installation: that of updates is made of it, so that every server of it has the same
 * @param certificate without it the server speaks no TLS itself
 */
export function openSensorFiles(root: string, secret: Uint8Array, certificate?: Certificate): SensorFiles {
  const key = updateKeyOf(secret)
  let known = { pem: '', pin: '' }
  return {
    async template(type) {
      const names = await readdir(installFolder(root)).catch((): string[] => [])
      const name = names.find((one) => one.replace(/\.\w+$/, '') === type)
      return name === undefined || !scriptTypes.includes(type)
        ? null
        : readFile(join(installFolder(root), name), 'utf8')
    },
    text: (name) => readFile(join(installFolder(root), name), 'utf8'),
    agent: openAgentFile(agentFile(root)),
    updateKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64'),
    pin() {
      const pem = certificate?.() ?? ''
      if (pem !== known.pem) known = { pem, pin: pinOf(pem) }
      return known.pin
    },
    sign: (version, sha256) => sign(null, Buffer.from(`${version}\n${sha256}\n`), key).toString('base64'),
  }
}

/** An Ed25519 key of 32 bytes (RFC 8410 §7) out of the installation's own (RFC 5869). */
function updateKeyOf(secret: Uint8Array) {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'noisefloor updates of sensors', 32))
  const head = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' })
}

/**
 * By the public key (RFC 7469 §2.4), which a renewed certificate may keep; "" where one of the authorities that everybody trusts stands
 * behind the chain.
 */
function pinOf(pem: string): string {
  const chain = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  const [first, ...rest] = (chain ?? []).map((one) => new X509Certificate(one))
  if (!first) return ''
  const { issuer } = rest.at(-1) ?? first
  if (rootCertificates.some((one) => new X509Certificate(one).subject === issuer)) return ''
  const key = first.publicKey.export({ format: 'der', type: 'spki' })
  return `sha256//${createHash('sha256').update(key).digest('base64')}`
}
