import type { RecordedColumn, RecordedField, RecordedProtocol } from './recorded.ts'

/** One HTTP/1.x request as sent. Texts are Latin-1 decoded, cut at the limits of packet/limits.ts. */
export interface HttpRequest {
  method: string
  /** As on the request line, undecoded. */
  uri: string
  /** The path of `uri` without query and authority. */
  path: string
  version: string
  host: string
  userAgent: string
  /** Header names in wire order and case. */
  headerNames: string[]
  cookieKeys: string[]
  authorization: string
  cookies: string
  origin: string
  referer: string
  contentType: string
  /**
   * "name: value" of headers that stand nowhere else here, each once, the name in lower case; those that browsers send
   * with every request only where their value is odd. Cut (packet/limits.ts); missing in sessions of older releases.
   */
  otherHeaders?: string[]
  bodyBytes: number
  /** MD5 of the captured body, "" when there is none. */
  bodyMd5: string
  /** First bytes of the body, Latin-1, for rules that look into it. */
  bodyStart: string
}

/** What one end asked and the other answered. */
export interface HttpFacts {
  /** Whole number of requests; `requests` may be cut (packet/limits.ts). */
  requestCount: number
  requests: HttpRequest[]
  statusCodes: number[]
  serverHeader: string
}

export interface HttpSession {
  http: HttpFacts | null
  destinationHttp: HttpFacts | null
}

type Column = RecordedColumn<HttpSession>
type TextOf = (request: HttpRequest) => string

/** A fact of every request, in order, empty values left out. */
const ofRequests = (http: HttpFacts | null, pick: TextOf): string[] =>
  http?.requests.map(pick).filter((value) => value !== '') ?? []

/** A text of each request; `searched` but for words of few values. */
const each = (name: string, pick: TextOf, field: RecordedField, searched = true): Column => ({
  name,
  kind: 'texts',
  value: (s) => ofRequests(s.http, pick),
  field,
  ...(searched && { searched }),
})

const eachOfDestination = (name: string, pick: TextOf, field: RecordedField): Column => ({
  name,
  kind: 'texts',
  value: (s) => ofRequests(s.destinationHttp, pick),
  field,
})

/** What a server may read, where that differs from what was sent (docs/methods/decoding.md). */
const decoded = (name: string, field: RecordedField): Column => ({
  name,
  kind: 'texts',
  value: null,
  field,
  searched: true,
})

const requests: readonly Column[] = [
  {
    name: 'http_count',
    kind: 'count',
    value: (s) => s.http?.requestCount ?? 0,
    field: { name: 'http.count', title: 'Requests', example: '>1' },
  },
  each('http_method', (r) => r.method, { name: 'http.method', title: 'Method', example: 'POST' }, false),
  each('http_uri', (r) => r.uri, { name: 'http.uri', title: 'URI', example: '/global-protect/login.esp' }),
  each('http_path', (r) => r.path, { name: 'http.path', title: 'Path', example: '/HNAP1/' }),
  each(
    'http_version',
    (r) => r.version,
    { name: 'http.version', title: 'HTTP version', example: '1.1' },
    false,
  ),
  each('http_host', (r) => r.host, { name: 'http.host', title: 'Host header', example: 'example.com' }),
  each('http_useragent', (r) => r.userAgent, {
    name: 'http.useragent',
    title: 'User agent',
    example: '*zgrab*',
    phrase: true,
  }),
  {
    name: 'http_request_header',
    kind: 'texts',
    value: (s) => [
      ...new Set(s.http?.requests.flatMap((r) => r.headerNames.map((name) => name.toLowerCase()))),
    ],
    field: { name: 'http.requestHeader', title: 'Header names', example: 'x-forwarded-for' },
    searched: true,
  },
  {
    name: 'http_cookie_keys',
    kind: 'texts',
    value: (s) => [...new Set(s.http?.requests.flatMap((r) => r.cookieKeys))],
    field: { name: 'http.cookieKey', title: 'Cookie names', example: 'JSESSIONID' },
    searched: true,
  },
  each('http_request_authorization', (r) => r.authorization, {
    name: 'http.authorization',
    title: 'Authorization header',
    example: 'Basic*',
  }),
  each('http_request_cookies', (r) => r.cookies, {
    name: 'http.cookies',
    title: 'Cookie header',
    example: '*session*',
  }),
  each('http_request_origin', (r) => r.origin, {
    name: 'http.origin',
    title: 'Origin header',
    example: '*example.com',
  }),
  each('http_request_referer', (r) => r.referer, {
    name: 'http.referer',
    title: 'Referer header',
    example: '*example.com*',
  }),
  each('http_content_type', (r) => r.contentType, {
    name: 'http.contentType',
    title: 'Content type',
    example: 'application/json*',
  }),
  each('http_body_md5', (r) => r.bodyMd5, {
    name: 'http.md5',
    title: 'Body MD5',
    example: 'd41d8cd98f00b204e9800998ecf8427e',
  }),
  each('http_body_start', (r) => r.bodyStart, {
    name: 'http.body',
    title: 'Body',
    example: '*wget*',
    about: 'First bytes of request bodies.',
  }),
]

const decodedRequests: readonly Column[] = [
  decoded('http_decoded_uri', {
    name: 'http.decodedUri',
    title: 'URI decoded',
    example: '*${jndi:*',
    about: 'The URI as a server may read it, where that differs from what was sent.',
  }),
  decoded('http_decoded_path', {
    name: 'http.decodedPath',
    title: 'Path decoded',
    example: '*/.git/config',
    about: 'The path as a server may read it, where that differs from what was sent.',
  }),
  decoded('http_decoded_header', {
    name: 'http.decodedHeader',
    title: 'Header lines decoded',
    example: '*jndi*',
    about:
      'Header lines as a server may read them, where that differs from what was sent or is not among the first payload bytes: "name: value".',
  }),
  decoded('http_decoded_body', {
    name: 'http.decodedBody',
    title: 'Body decoded',
    example: '*/bin/sh*',
    about: 'First bytes of request bodies as a server may read them, where that differs from what was sent.',
  }),
]

const answers: readonly Column[] = [
  {
    name: 'http_status_code',
    kind: 'numbers',
    value: (s) => s.http?.statusCodes ?? [],
    field: {
      name: 'http.statuscode',
      title: 'Status code',
      example: '200',
      aliases: ['destination.http.statuscode'],
    },
  },
  {
    name: 'http_server',
    kind: 'text',
    value: (s) => s.http?.serverHeader ?? '',
    field: {
      name: 'http.server',
      title: 'Server header',
      example: 'nginx*',
      phrase: true,
      aliases: ['destination.http.server'],
    },
    searched: true,
  },
]

export const http: RecordedProtocol<HttpSession> = {
  absent: { http: null, destinationHttp: null },
  mirrored: ({ http: said }) => ({ http: null, destinationHttp: said }),
  // Facts of single requests are kept for the first ones only, but never without a count.
  precondition: { column: 'http_count', texts: true, text: true, frequent: true },
  columns: [...requests, ...decodedRequests, ...answers],
  destinationColumns: [
    {
      name: 'dst_http_count',
      kind: 'count',
      value: (s) => s.destinationHttp?.requestCount ?? 0,
      field: { name: 'destination.http.count', title: 'Requests of the destination', example: '>0' },
    },
    eachOfDestination('dst_http_method', (r) => r.method, {
      name: 'destination.http.method',
      title: 'Method of the destination',
      example: 'POST',
    }),
    eachOfDestination('dst_http_uri', (r) => r.uri, {
      name: 'destination.http.uri',
      title: 'URI of the destination',
      example: '/a',
    }),
    eachOfDestination('dst_http_useragent', (r) => r.userAgent, {
      name: 'destination.http.useragent',
      title: 'User agent of the destination',
      example: 'curl*',
      phrase: true,
    }),
  ],
}
