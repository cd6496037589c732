import { refuse } from '#model/errors.ts'
import type { IpRecordV3 } from './ip-record.ts'

type Branch = { [key: string]: Branch | unknown }

const topLevel = [
  'tags',
  'tag_volumes',
  'cves',
  'callback_ips',
  'spoofable',
  'vpn',
  'vpn_service',
  'tor',
  'last_seen_malicious',
  'last_seen_suspicious',
  'last_seen_benign',
  'raw_data',
  'metadata',
]

/**
 * `exclude=` of the query calls: top-level names, `metadata.<sub>`, `raw_data.<sub>[.<sub>]`, and `tags.details`, which
 * keeps id and slug only. An unknown name is a 400, so that a misspelt one is noticed.
 */
export function excluder(names: string[]): (record: IpRecordV3) => IpRecordV3 {
  const paths = names.map((name) => name.trim()).filter((name) => name !== '')
  for (const path of paths) {
    const [head, ...rest] = path.split('.')
    const nested = (head === 'metadata' || head === 'raw_data') && rest.length > 0 && rest.length <= 2
    const known = (rest.length === 0 && topLevel.includes(path)) || path === 'tags.details' || nested
    if (!known)
      throw refuse(
        'invalid-input',
        `exclude: unknown field "${path}", expected one of ${topLevel.join(', ')}, metadata.<field>, raw_data.<field>, tags.details`,
      )
  }
  return (record) => {
    const copy = structuredClone(record)
    const scanner = copy.internet_scanner_intelligence as unknown as Branch
    for (const path of paths) {
      if (path === 'tags.details')
        scanner.tags = record.internet_scanner_intelligence.tags.map(({ id, slug }) => ({ id, slug }))
      else remove(scanner, path.split('.'))
    }
    return copy
  }
}

function remove(branch: Branch, [head, ...rest]: string[]): void {
  if (head === undefined) return
  if (rest.length === 0) delete branch[head]
  else if (typeof branch[head] === 'object' && branch[head] !== null) remove(branch[head] as Branch, rest)
}
