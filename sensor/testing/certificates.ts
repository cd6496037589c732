import { createHash, createPublicKey, X509Certificate } from 'node:crypto'
import { generate } from 'selfsigned'

/** A certificate that no authority vouches for, PEM, with its key and what it is known by. */
export interface Certificate {
  cert: string
  key: string
  publicKey: string
  /** Of its public key, as curl writes it. */
  ofKey: string
  /** Of itself: what installs before named. */
  ofCertificate: string
}

/** @param before then it is one more of the same key */
export async function certificateOf(before?: Certificate): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    ...(before && { keyPair: { privateKey: before.key, publicKey: before.publicKey } }),
  })
  const { cert, private: key, public: publicKey } = made
  const spki = createPublicKey(publicKey).export({ format: 'der', type: 'spki' })
  return {
    cert,
    key,
    publicKey,
    ofKey: `sha256//${createHash('sha256').update(spki).digest('base64')}`,
    ofCertificate: new X509Certificate(cert).fingerprint256.replaceAll(':', '').toLowerCase(),
  }
}
