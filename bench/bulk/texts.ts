import { closeSync, openSync, writeSync } from 'node:fs'
import { random } from '#demo/random.ts'
import { addressAt } from '../freshness/fill.ts'

/** Text as people bring it: logs of a web server, tables of indicators, events as JSON; and the shortest lines of the same formats. */
export const formats = ['txt', 'csv', 'json'] as const
export type Format = (typeof formats)[number]
export type Lines = 'full' | 'bare' | 'cves'

const draw = random('bulk')
const number = (most: number): number => draw.int(0, most)

/** Different for 16 million numbers, in an order that looks like none. */
const quadOf = (at: number): string => {
  const mixed = Math.imul(at, 0x9e37_79b1) & 0xff_ffff
  return `${20 + (at >>> 24)}.${mixed >>> 16}.${(mixed >>> 8) & 255}.${mixed & 255}`
}

const sixOf = (at: number): string =>
  `2a0${at & 7}:${(at & 0xffff).toString(16)}:${(at >>> 16).toString(16)}::${(at % 251).toString(16)}`

/** Of sixteen addresses one is IPv6 and one is written so that nobody follows it; one of ten is known where so many are. */
const addressOf = (at: number, known: number): string =>
  known > 0 && at % 10 === 3
    ? addressAt(Math.floor(at / 10) % known, known)
    : at % 16 === 0
      ? sixOf(at)
      : at % 16 === 1
        ? quadOf(at).replaceAll('.', '[.]')
        : quadOf(at)

const two = (value: number): string => String(value).padStart(2, '0')
const clock = (): string => `${two(number(23))}:${two(number(59))}:${two(number(59))}`
const path = (): string =>
  draw.pick(['/wp-login.php', '/presentations/search.png', '/.env', '/cgi-bin/luci/;stok=/locale', '/'])
const agent = (): string =>
  draw.pick([
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_9_1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/32.0.1700.77 Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64; rv:24.0) Gecko/20140205 Firefox/24.0 Iceweasel/24.3.0',
    'curl/7.88.1',
  ])
const cve = (): string => `CVE-${1999 + number(27)}-${1000 + number(59_000)}`

const full: Record<Format, (ip: string) => string> = {
  txt: (ip) =>
    `${ip} - - [17/May/2025:${clock()} +0000] "GET ${path()} HTTP/1.1" ${200 + number(300)} ${number(99_999)} "http://example.com/" "${agent()}"\n`,
  csv: (ip) =>
    `${ip},ipaddress,2025-05-${two(1 + number(27))}T${clock()}Z,"scanner, seen by ${number(99)} sensors",${number(65_535)},${number(9)}.${number(9)}.${number(99)}\n`,
  json: (ip) =>
    `{"timestamp":"2025-05-17T${clock()}.${number(999_999)}+0000","flow_id":${number(2 ** 31 - 1)},"event_type":"alert","src_ip":"${ip}","src_port":${number(65_535)},"dest_ip":"10.0.0.${number(9)}","proto":"TCP","http":{"url":"${path()}","http_user_agent":"${agent()}"}}\n`,
}
const bare: Record<Format, (ip: string) => string> = {
  txt: (ip) => `${ip}\n`,
  csv: (ip) => `${ip},${number(99)}\n`,
  json: (ip) => `{"ip":"${ip}"}\n`,
}
const cves: Record<Format, () => string> = {
  txt: () =>
    `${cve()}: remote attackers may execute code via ${path()} in versions before ${number(9)}.${number(99)}\n`,
  csv: () =>
    `${cve()},Vendor ${number(99)},Product ${number(999)},"see https://example.com/vuln/${cve()}",${number(100) / 10}\n`,
  json: () =>
    `{"cveID":"${cve()}","vendorProject":"Vendor ${number(99)}","dateAdded":"2025-05-${two(1 + number(27))}","notes":"${path()}"}\n`,
}
const lineOf = { full, bare, cves }

/**
 * Writes lines, each with the next address, until there are so many bytes or so many lines.
 * @param most `known`: documents of a filled store (freshness/fill.ts)
 * @returns the bytes
 */
export function writeText(
  file: string,
  lines: Lines,
  format: Format,
  most: { bytes?: number; lines?: number; known?: number },
): number {
  const target = openSync(file, 'w')
  const { bytes = Infinity, lines: count = Infinity, known = 0 } = most
  let written = 0
  try {
    for (let at = 0; written < bytes && at < count;) {
      let part = ''
      while (part.length < Math.min(1_000_000, bytes - written) && at < count)
        part += lineOf[lines][format](addressOf(at++, known))
      written += writeSync(target, part)
    }
  } finally {
    closeSync(target)
  }
  return written
}
