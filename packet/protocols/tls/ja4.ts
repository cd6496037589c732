import { hash } from 'node:crypto'
import { isGrease, type ClientHello } from './client-hello.ts'

/** t TLS over TCP, d DTLS, q QUIC. */
export type Ja4Transport = 't' | 'd' | 'q'

const versionNames = new Map([
  [0x0304, '13'],
  [0x0303, '12'],
  [0x0302, '11'],
  [0x0301, '10'],
  [0x0300, 's3'],
  [0x0002, 's2'],
  [0xfeff, 'd1'],
  [0xfefd, 'd2'],
  [0xfefc, 'd3'],
])

const serverName = 0x0000
const alpn = 0x0010

const withoutGrease = (values: number[]): number[] => values.filter((value) => !isGrease(value))
const hex4 = (value: number): string => value.toString(16).padStart(4, '0')
const twoDigits = (count: number): string => String(Math.min(count, 99)).padStart(2, '0')
const hash12 = (text: string): string => (text === '' ? '000000000000' : hash('sha256', text).slice(0, 12))

/** Highest version offered: supported_versions when sent, else the legacy field. DTLS numbers count downwards. */
export function offeredVersion(hello: ClientHello): number {
  const offered = withoutGrease(hello.supportedVersions)
  if (offered.length === 0) return hello.legacyVersion
  return offered.every((version) => version >= 0xfe00) ? Math.min(...offered) : Math.max(...offered)
}

/** First and last character of the first protocol; of its hex digits when either is not a letter or digit. */
function alpnEnds(names: string[]): string {
  const first = names[0] ?? ''
  if (first === '') return '00'
  const ends = first[0]! + first.at(-1)!
  if (/^[0-9A-Za-z]{2}$/.test(ends)) return ends
  const hex = Buffer.from(first, 'latin1').toString('hex')
  return hex[0]! + hex.at(-1)!
}

/** JA4 of a ClientHello (FoxIO, the TLS client part under BSD-3), e.g. "t13d1516h2_8daaf6152771_e5627efa2ab1". */
export function ja4(hello: ClientHello, transport: Ja4Transport = 't'): string {
  const ciphers = withoutGrease(hello.ciphers)
  const extensions = withoutGrease(hello.extensions)
  const version = versionNames.get(offeredVersion(hello)) ?? '00'
  const target = hello.hasServerName ? 'd' : 'i'
  const a = `${transport}${version}${target}${twoDigits(ciphers.length)}${twoDigits(extensions.length)}${alpnEnds(hello.alpn)}`
  const sorted = extensions
    .filter((type) => type !== serverName && type !== alpn)
    .map(hex4)
    .sort()
    .join(',')
  const signatures = withoutGrease(hello.signatureAlgorithms).map(hex4).join(',')
  const c = sorted !== '' && signatures !== '' ? `${sorted}_${signatures}` : sorted
  return `${a}_${hash12(ciphers.map(hex4).sort().join(','))}_${hash12(c)}`
}
