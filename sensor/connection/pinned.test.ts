import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { messageOf } from '../checks.ts'
import { type Certificate, certificateOf } from '../testing/certificates.ts'
import { startProduct, wanted } from '../testing/product.ts'
import { anyAnswer } from './calls.ts'
import { connect } from './connection.ts'
import { pinOf } from './pin.ts'

let first: Certificate
let sameKey: Certificate
let otherKey: Certificate
beforeAll(async () => {
  first = await certificateOf()
  sameKey = await certificateOf(first)
  otherKey = await certificateOf()
})

/** What a sensor that was told `pin` meets at a server that shows `certificate`. */
async function meets(certificate: Certificate, pin: string, repair?: string) {
  const product = await startProduct(wanted(), certificate)
  onTestFinished(() => product.close())
  const connection = connect({ server: product.url, fingerprint: pinOf(pin), ...(repair && { repair }) })
  onTestFinished(() => connection.close())
  const said = await anyAnswer(connection).then(() => 'answered', messageOf)
  return { said, calls: product.calls.length }
}

test('a certificate renewed with the same key is the server that was named; one of another key is not, and hears nothing', async () => {
  expect(sameKey.ofCertificate).not.toBe(first.ofCertificate)
  expect(await meets(first, first.ofKey)).toEqual({ said: 'answered', calls: 1 })
  expect(await meets(sameKey, first.ofKey)).toEqual({ said: 'answered', calls: 1 })
  expect(await meets(otherKey, first.ofKey)).toEqual({ said: expect.stringContaining('not'), calls: 0 })
})

test('a sensor that was told the SHA-256 of a certificate goes on with that one, and takes no other', async () => {
  const colons = first.ofCertificate.toUpperCase().replaceAll(/..(?=.)/g, '$&:')
  for (const pin of [first.ofCertificate, colons, `sha256:${first.ofCertificate}`])
    expect(await meets(first, pin)).toEqual({ said: 'answered', calls: 1 })
  for (const other of [sameKey, otherKey])
    expect(await meets(other, first.ofCertificate)).toEqual({
      said: expect.stringContaining('not'),
      calls: 0,
    })
})

test('another key is told with what was shown, what was named, and what mends it', async () => {
  expect((await meets(otherKey, first.ofKey)).said).toBe(
    `the server shows the public key ${otherKey.ofKey}, not ${first.ofKey} as was named: if that was renewed, run the server’s install command on this host again`,
  )
  expect((await meets(sameKey, first.ofCertificate)).said).toBe(
    `the server shows the certificate ${sameKey.ofCertificate}, not ${first.ofCertificate} as was named: if that was renewed, run the server’s install command on this host again`,
  )
  expect((await meets(otherKey, first.ofKey, 'mend it')).said).toMatch(/: mend it$/)
})

test.each([
  '',
  'sha256//',
  'sha256//AAAA=',
  `sha256//${'A'.repeat(44)}`,
  'a'.repeat(63),
  `sha1//${'A'.repeat(27)}=`,
])('what is neither a key’s SHA-256 nor a certificate’s is no pin: %j', (said) =>
  expect(() => pinOf(said)).toThrow('expected sha256//'),
)
