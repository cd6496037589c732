import { loweredList, loweredSql, writtenList } from '../predicate/lower.ts'

/**
 * What of a document has an inverted index (value → documents), by the expression it holds. A test written with the same
 * expression is answered from the index without reading the column; one written otherwise would be a scan. Stored: a
 * change needs a migration.
 */
const asStored = ['tags', 'ja3_fingerprint', 'hassh_fingerprint', 'tls_ja4', 'truncated']
const lowered = [
  'actor',
  'vpn_service',
  'country',
  'country_code',
  'city',
  'region',
  'organization',
  'asn',
  'domain',
  'rdns',
  'rdns_parent',
]
const loweredLists = [
  'tag_names',
  'cves',
  'http_path',
  'http_useragent',
  'http_host',
  'http_uri',
  'http_md5',
  'http_cookie_keys',
  'http_request_authorization',
  'http_request_cookies',
  'http_request_origin',
  'http_request_referer',
  'ssh_key',
]
const numberLists = ['scan_port']

const index = (name: string, expr: string): string => `INDEX by_${name} ${expr} TYPE text(tokenizer = array)`

export const documentIndexes: readonly string[] = [
  ...asStored.map((name) => index(name, name)),
  ...lowered.map((name) => index(name, loweredSql(name))),
  ...loweredLists.map((name) => index(name, loweredList(name))),
  ...numberLists.map((name) => index(name, writtenList(name))),
]
