import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matches } from '#gnql/match.ts'
import { registries } from '#gnql/registry/registries.ts'
import { queries } from '#gnql/testing/generate.ts'
import { analyze } from '#gnql/analyze.ts'
import { proofs } from '#tags/proof/all.ts'
import { mirrored } from '#tags/proof/mirror.ts'
import type { Precondition } from './known-preconditions.ts'
import { preconditionsOf, portsOf } from './preconditions.ts'
import { ruleDocument } from './reading.ts'

const now = Date.UTC(2026, 0, 3)
const sessions = proofs.flatMap(({ fires }) => fires)
const documents = sessions.map((session) => ({
  session,
  document: ruleDocument(session),
}))

type Drawn = (typeof sessions)[number]

/** What the guards of the compiled expression ask, read from the session itself. */
const holds: Readonly<Record<Exclude<Precondition, 'ports'>, (session: Drawn) => boolean>> = {
  telnet: ({ telnet }) => (telnet?.lines.length ?? 0) > 0,
  ssh: ({ ssh }) => (ssh?.clientVersion ?? '') !== '',
  tls: ({ tls }) => (tls?.versions.length ?? 0) > 0,
  decoy: ({ decoy }) => (decoy?.events ?? 0) > 0,
  known: ({ sourceFacts }) => sourceFacts.rdns !== '' || sourceFacts.asn !== '',
  http: ({ http }) => (http?.requestCount ?? 0) > 0,
  payload: ({ sourcePayload }) => sourcePayload.length > 0,
  spoken: (session) =>
    holds.payload(session) || holds.http(session) || holds.telnet(session) || holds.ssh(session),
}

const predicateOf = (text: string) => analyze(text, { catalogue: 'session', now, windowDays: 0 }).predicate

describe('preconditions', () => {
  test('a session that a query matches always meets the preconditions that the query is said to need', () => {
    let matched = 0
    fc.assert(
      fc.property(queries(registries.session, now), (text) => {
        const predicate = predicateOf(text)
        const needed = [...preconditionsOf(predicate)]
        const ports = portsOf(predicate)
        for (const { session, document } of documents) {
          if (!matches(predicate, document)) continue
          matched += 1
          for (const one of needed)
            expect(one === 'ports' || holds[one](session), `${text} needs ${one}`).toBe(true)
          if (ports) expect(ports.has(session.destination.port), text).toBe(true)
        }
      }),
      { numRuns: 400 },
    )
    expect(matched).toBeGreaterThan(0)
  })

  test('mirrored, a session meets no precondition of anything its source said', () => {
    const said = (['telnet', 'ssh', 'tls', 'http', 'payload', 'spoken'] as const).filter((name) =>
      sessions.map(mirrored).some(holds[name]),
    )
    expect(said).toEqual([])
  })

  test('an alternative without a precondition needs none, a negation needs none', () => {
    expect([...preconditionsOf(predicateOf('http.path:/x'))]).toEqual(['http', 'spoken'])
    expect([...preconditionsOf(predicateOf('http.path:/x OR transport:tcp'))]).toEqual([])
    expect([...preconditionsOf(predicateOf('-http.path:/x'))]).toEqual([])
    expect([...preconditionsOf(predicateOf('http.path:/x OR payload.source:"y"'))]).toEqual(['spoken'])
    expect([...preconditionsOf(predicateOf('http.count:>=0'))]).toEqual([])
  })

  test('ports are those of every alternative, or none', () => {
    expect(portsOf(predicateOf('destination.port:22 OR destination.port:23'))).toEqual(new Set([22, 23]))
    expect(portsOf(predicateOf('destination.port:22 OR transport:udp'))).toBeNull()
    expect(portsOf(predicateOf('-destination.port:22'))).toBeNull()
    expect(portsOf(predicateOf('transport:udp (destination.port:53 OR destination.port:54)'))).toEqual(
      new Set([53, 54]),
    )
  })
})
