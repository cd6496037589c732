import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { scriptTypes, type SensorFiles } from '#services/sensors/sensor-files.ts'
import type { TlsFiles } from './tls.ts'

/** Where the agent lies that was built with this release (scripts/build-sensor.mjs), and the templates of its scripts. */
const agentFile = (root: string): string => join(root, 'build', 'sensor', 'agent.mjs')
const installFolder = (root: string): string => join(root, 'sensor', 'install')

/** @param secret the key of the installation: that of updates is made of it, so that every server of it has the same */
export function openSensorFiles({
  root,
  secret,
  tls,
}: {
  root: string
  secret: Uint8Array
  tls: TlsFiles | null
}): SensorFiles {
  const key = updateKeyOf(secret)
  const certificate = tls && unknownCertificate(tls)
  return {
    async template(type) {
      const names = await readdir(installFolder(root)).catch((): string[] => [])
      const name = names.find((one) => one.replace(/\.\w+$/, '') === type)
      return name === undefined || !scriptTypes.includes(type)
        ? null
        : readFile(join(installFolder(root), name), 'utf8')
    },
    text: (name) => readFile(join(installFolder(root), name), 'utf8'),
    agent: () => readFile(agentFile(root)).catch(() => null),
    agentSha256: sha256Of(agentFile(root)),
    updateKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64'),
    fingerprint: certificate ? certificate.fingerprint256.replaceAll(':', '').toLowerCase() : '',
    pin: certificate
      ? `sha256//${createHash('sha256')
          .update(certificate.publicKey.export({ format: 'der', type: 'spki' }))
          .digest('base64')}`
      : '',
    sign: (version, sha256) => sign(null, Buffer.from(`${version}\n${sha256}\n`), key).toString('base64'),
  }
}

/** An Ed25519 key of 32 bytes (RFC 8410 §7) out of the installation's own (RFC 5869). */
function updateKeyOf(secret: Uint8Array) {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'noisefloor updates of sensors', 32))
  const head = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' })
}

function sha256Of(path: string): string | null {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  } catch {
    // Not built: a checkout in which only tests run.
    return null
  }
}

/** The server's certificate where none of the authorities that everybody trusts stands behind its chain; agents know it by its fingerprint then. */
function unknownCertificate({ cert }: TlsFiles): X509Certificate | null {
  const chain = readFileSync(cert, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  const [first, ...rest] = (chain ?? []).map((pem) => new X509Certificate(pem))
  if (!first) return null
  const { issuer } = rest.at(-1) ?? first
  const isKnown = rootCertificates.some((pem) => new X509Certificate(pem).subject === issuer)
  return isKnown ? null : first
}
