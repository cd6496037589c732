import { otherHeaders } from '#packet/protocols/http/other-headers.ts'
import { describe, expect, test } from 'vitest'
import { matches } from '#gnql/match.ts'
import { analyze } from '#gnql/analyze.ts'
import { decodedViews, maxText } from '#methods/decoding/request.ts'
import { fold } from '#gnql/values/fold.ts'
import { sessionColumns } from '#store/analytics/tables/sessions.ts'
import { sessionPromises } from '#store/analytics/tables/sessions-column-names.ts'
import { proofs } from '#tags/proof/all.ts'
import { get, onOneConnection, post, tcp } from '#tags/proof/sketch.ts'
import { ruleDocument } from './reading.ts'
import { analyzeRules } from './analyze-rules.ts'

const session = get('/%2egit/config?q=a%3Bid', {
  agent: 'x%24%7Bjndi:',
  cookies: 'id=%27',
  headers: { 'X-Api-Version': '%24%7Bjndi:x' },
})

const asRule = (rule: string, of = session): boolean => {
  const [understood] = analyzeRules([{ slug: 'one', rule }])
  return understood !== undefined && matches(understood.predicate, ruleDocument(of))
}
const asQuery = (text: string): boolean =>
  matches(
    analyze(text, { catalogue: 'session', now: 0, windowDays: 0 }).predicate,
    Object.fromEntries(sessionColumns.map(({ name, value }) => [name, value(session)])),
  )

describe('a rule reads what was sent and what it decodes to', () => {
  test.each([
    ['http.path:/.git/config'],
    ['http.path:/%2egit/config'],
    ['http.uri:"*q=a;id"'],
    ['http.useragent:"x${jndi:"'],
    ['http.cookies:"id=\'"'],
    ['payload.source:"*\nx-api-version: ${jndi:x*"'],
    ['payload.source:"*${jndi:x*"'],
  ])('%s', (rule) => {
    expect(asRule(rule)).toBe(true)
    expect(asRule(`-(${rule})`)).toBe(false)
  })

  test('a header’s view belongs to that header', () => {
    expect(asRule('http.referer:"*${jndi:*"')).toBe(false)
    expect(asRule('payload.source:"*\nx-api-version: *\nx-other: ${*"')).toBe(false)
  })

  test('a header that holds a lone carriage return is read as any other', () => {
    const lone = get('/', { headers: { 'X-Api-Version': '%24%7Bjndi:x\ry' } })
    expect(decodedViews(lone).headers).toEqual(['x-api-version: ${jndi:x\ry'])
    expect(asRule('payload.source:"*\nx-api-version: ${jndi:x*"', lone)).toBe(true)
  })

  test.each(['constructor', '__proto__'])('a header that is called %s is read as any other', (name) => {
    const sent = get('/', { headers: { [name]: '%24%7Bjndi:x' } })
    const requests = (sent.http?.requests ?? []).map((request) => ({ ...request, otherHeaders: [] }))
    // From the first bytes of the source, and from what the request keeps.
    const first = { ...sent, http: sent.http && { ...sent.http, requests } }
    for (const session of [sent, first]) expect(decodedViews(session).headers).toEqual([`${name}: \${jndi:x`])
    expect(otherHeaders([{ name, value: 'x' }])).toEqual([`${name}: x`])
  })

  test('a rule for one port or for datagrams is about another protocol', () => {
    expect(asRule('destination.port:80 payload.source:"*${jndi:x*"')).toBe(false)
    expect(asRule('destination.port:80 payload.source:"*\nx-api-version: ${*"')).toBe(true)
  })

  test('a folded header is read as one line', () => {
    const folded = get('/', { headers: { 'X-Api-Version': 'a\r\n %24%7Bjndi:x' } })
    expect(decodedViews(folded).headers).toContain('x-api-version: a ${jndi:x')
    expect(asRule('payload.source:"*\nx-api-version: a ${jndi:x*"', folded)).toBe(true)
  })

  test('headers of later requests, and those behind a long cookie, are read as sent and decoded', () => {
    const long = { cookies: 'a'.repeat(2000), headers: { 'X-Api-Version': '${jndi:x', Other: '%41' } }
    for (const behind of [get('/', long), onOneConnection(get(`/${'a'.repeat(2000)}`), get('/', long))]) {
      expect(asRule('payload.source:"*\nx-api-version: ${jndi:x*"', behind)).toBe(true)
      expect(asRule('payload.source:"*\nother: a*"', behind)).toBe(true)
      expect(asRule('payload.source:"*\nreferer: *"', behind)).toBe(false)
    }
  })

  test('a session that an older release wrote is read without them', () => {
    const { http, ...rest } = get('/%41', { cookies: 'a'.repeat(2000), headers: { Other: '%41' } })
    const requests = (http?.requests ?? []).map((one) => {
      const { otherHeaders, ...older } = one
      expect(otherHeaders).toEqual(['other: %41'])
      return older
    })
    const older = { ...rest, http: http && { ...http, requests } }
    expect(decodedViews(older).headers).toEqual([])
    expect(asRule('http.path:/A', older)).toBe(true)
  })

  test('the resource a path names is read beside the path', () => {
    const named = get('/a;x=1/.env%00.jpg/?q=;r')
    expect(decodedViews(named).paths).toEqual(['/a;x=1/.env\0.jpg/', '/a/.env'])
    expect(asRule('http.path:"/a/.env"', named)).toBe(true)
    expect(asRule('http.uri:"/a/.env\\?q=;r"', named)).toBe(true)
  })

  test('a form’s plus is a space, a document’s is a plus', () => {
    expect(asRule('http.body:"a b"', post('/', 'a+b'))).toBe(true)
    expect(asRule('http.body:"a b"', post('/', 'a+b', { contentType: 'application/json' }))).toBe(false)
  })
})

describe('what the table promises of its columns spares each rule a function', () => {
  const sessions = proofs.flatMap(({ fires, spares }) => [...fires, ...spares])

  test('words of ours are lower-cased as they are written', () => {
    for (const { name, value } of sessionColumns.filter(({ name }) => sessionPromises.lowered.has(name)))
      for (const session of sessions) expect(value(session), name).toBe(fold(String(value(session))))
  })

  test('numbers that are never missing', () => {
    for (const { name, value } of sessionColumns.filter(({ name }) => sessionPromises.neverNull.has(name)))
      expect(sessions.filter((session) => value(session) === null).length, name).toBe(0)
  })
})

describe('bounds', () => {
  test('of a session with a thousand huge requests the first are decoded, the others are read as sent', () => {
    const [one] = get(`/${'%41'.repeat(500)}`).http?.requests ?? []
    if (!one) throw new Error('a drawn request is missing')
    const requests = Array.from({ length: 1000 }, (_, index) => ({ ...one, uri: `${one.uri}${index}` }))
    const many = { ...session, http: { requestCount: 1000, requests, statusCodes: [], serverHeader: '' } }
    const { uris } = decodedViews(many)
    expect(uris.length).toBeGreaterThan(10)
    expect(uris.join('').length).toBeLessThan(maxText)
    expect(asRule('http.uri:"/AAA*"', many)).toBe(true)
    expect(asRule('http.uri:"/%41*999"', many)).toBe(true)
  })
})

describe('a query of a user reads each field as it is', () => {
  test('what was sent by its name, the view by its own', () => {
    expect(asQuery('http.path:/.git/config')).toBe(false)
    expect(asQuery('http.decodedPath:/.git/config')).toBe(true)
    expect(asQuery('http.decodedUri:"*q=a;id"')).toBe(true)
    expect(asQuery('http.decodedHeader:"x-api-version: ${jndi:*"')).toBe(true)
    expect(asQuery('http.decodedHeader:"user-agent: x${jndi:"')).toBe(true)
  })

  test('nothing is kept twice: a view that says what was sent is none', () => {
    for (const { name, value } of sessionColumns)
      if (name.startsWith('http_decoded')) expect(value(get('/plain?x=1')), name).toEqual([])
    for (const { name, value } of sessionColumns)
      if (name.startsWith('http_decoded')) expect(value(tcp(80, 'a%41: %42')), name).toEqual([])
  })
})
