import { gunzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Exploit, Kind, ExploitRequest } from '../exploits.ts'

/** Rows of a compressed file, a JSON text a line. */
export const rowsOf = <T>(folder: string, file: string): T[] =>
  gunzipSync(readFileSync(join(folder, file)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

/** A product's name, short and in capitals where it has none of its own; a name said twice is said once. */
export const productOf = (name: string): string => {
  const own = name
    .replaceAll(/[_]/g, ' ')
    .replaceAll(/[^\w .&/+!-]/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .replace(/^(\S+) (?=\1\b)/i, '')
    .slice(0, 40)
    .trim()
  return own[0] === own[0]?.toLowerCase() ? own.replaceAll(/\b[a-z]/g, (char) => char.toUpperCase()) : own
}

export const referenceOf = (cve: string): string => `https://nvd.nist.gov/vuln/detail/${cve}`

/** One CVE with the requests that one origin knows of it. */
export interface Gathered {
  cves: string[]
  product: string
  requests: ExploitRequest[]
}

export const factOf = ({ cves, product, requests }: Gathered): Exploit => ({
  cves,
  product: product.length < 2 ? 'Web application' : product,
  reference: referenceOf(cves[0] ?? ''),
  requests,
})

export const isName = (text: string): boolean => /^[\w.[\]:-]{1,60}$/.test(text)
/** A word is part of how the request is asked; it need not be bad by itself. */
export const isWord = (text: string): boolean =>
  /^[\w./@:\\-]{1,60}$/.test(text) && !/\.\.|\/\/|(?=[A-Za-z]*\d)[A-Za-z0-9]{16}/.test(text)

/** Single signs stand in any document: a whole body says something by more telling marks only. */
const tellingInBodies: ReadonlySet<Kind> = new Set(['entity', 'object', 'traversal', 'sql', 'upload', 'code'])
/** Names that the author of a test made up, and what every form of its kind carries. */
const madeUp = /zz0|_genkey|nuclei|\/(poc|hax|test)\b|123cfx| __VIEWSTATE/i

/** Every browser names an address in these headers, on any site. */
export const isOrdinary = ({ place, kind, parameter = '' }: ExploitRequest): boolean =>
  place === 'header' && kind === 'address' && /^(origin|referer|host)$/i.test(parameter)

/** Whether the request tells what it is for, wherever it was gathered. */
export const isTelling = ({ path, place, parameter, kind, with: beside }: ExploitRequest): boolean =>
  !madeUp.test(`${path} ${parameter ?? ''}`) &&
  (place !== 'body' || parameter !== undefined || tellingInBodies.has(kind)) &&
  (path !== '/' || beside !== undefined)

/** Lists only where they hold something, so that a fact says what it knows and no more. */
export const requestOf = (
  { with: beside = [], says = [], headers = [], ...rest }: ExploitRequest,
  max = 4,
): ExploitRequest => ({
  ...rest,
  ...(beside.length > 0 && { with: [...new Set(beside)].slice(0, max) }),
  ...(says.length > 0 && { says: [...new Set(says)].slice(0, max) }),
  ...(headers.length > 0 && { headers: [...new Set(headers)].slice(0, max) }),
})
