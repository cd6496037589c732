import { decoded } from '#methods/decoding/decode.ts'
import { targetViews } from '#methods/decoding/request.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { DecodedValue } from '#model/ip-report.ts'

/** Values shown: what an address disguised, it disguised in one way mostly. */
const max = 8

type Held = Pick<
  IpDocument,
  | 'http_uri'
  | 'http_useragent'
  | 'http_request_referer'
  | 'http_request_cookies'
  | 'http_request_authorization'
  | 'http_request_origin'
>

/** What rules read in the requests of an address beside what was sent (docs/methods/decoding.md), targets first. */
export function decodedOf(document: Held): DecodedValue[] {
  const headers = [
    ...document.http_useragent,
    ...document.http_request_referer,
    ...document.http_request_cookies,
    ...document.http_request_authorization,
    ...document.http_request_origin,
  ]
  const found: DecodedValue[] = []
  for (const { sent, views } of [
    ...document.http_uri.map((sent) => ({ sent, views: () => targetViews(sent) })),
    ...headers.map((sent) => ({ sent, views: () => [decoded(sent)] })),
  ]) {
    if (found.length === max) break
    const read = views().find((view) => view !== '' && view !== sent && `${view}/` !== sent)
    if (read !== undefined) found.push({ sent, read })
  }
  return found
}
