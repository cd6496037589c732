import { hash } from 'node:crypto'
import { isGrease, type ClientHello } from './client-hello.ts'

const list = (values: number[]): string => values.filter((value) => !isGrease(value)).join('-')

/** The JA3 text of a ClientHello (Salesforce, BSD-3): version, ciphers, extensions, groups, point formats; no GREASE. */
export function ja3String(hello: ClientHello): string {
  const { legacyVersion, ciphers, extensions, groups, pointFormats } = hello
  return [legacyVersion, list(ciphers), list(extensions), list(groups), pointFormats.join('-')].join(',')
}

/** MD5 of the JA3 text, 32 hex digits. */
export function ja3(text: string): string {
  return hash('md5', Buffer.from(text, 'latin1'))
}
