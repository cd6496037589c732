import { expect, test } from 'vitest'
import { fieldGroups } from '#model/ip-document/groups.ts'
import type { IpReport } from '#model/ip-report.ts'
import { noFacts } from '#model/session.ts'
import { withoutGroups } from './withheld-parts.ts'

const parts: Pick<IpReport, 'activity' | 'reverse' | 'network' | 'facts'> = {
  activity: {
    days: ['2026-11-20'],
    rows: [
      { kind: 'port', label: '80/tcp', intention: null, cells: [2] },
      { kind: 'path', label: '/secret', intention: null, cells: [1] },
    ],
  },
  reverse: { name: 'a.example', state: 'confirmed', asked: '2026-11-20T00:00:00.000Z' },
  network: {
    asns: [64500],
    placeCountryCode: 'DE',
    clouds: ['Example Cloud'],
    hosted: true,
    vpnServices: [],
    tor: { relay: false, guard: false, exit: false },
    services: [],
    bogon: false,
  },
  facts: {
    ...noFacts,
    country: 'Germany',
    rdns: 'a.example',
    domain: 'a.example',
    carrier: 'Carrier',
    datacenter: 'Example Cloud',
    mobile: true,
    latitude: 1,
    longitude: 2,
  },
}

test('a plan with all groups sees everything beside the record', () => {
  expect(withoutGroups(parts, [])).toEqual(parts)
})

test('without request analysis the matrix has no paths, and all else stays', () => {
  const { activity, ...rest } = withoutGroups(parts, ['feature-ip-request-analysis'])
  expect(activity?.rows.map(({ kind }) => kind)).toEqual(['port'])
  expect({ activity: parts.activity, ...rest }).toEqual(parts)
})

test('without source attributes nothing beside the record tells them', () => {
  const { reverse, network, facts, activity } = withoutGroups(parts, ['feature-ip-source-attrs'])
  expect(reverse).toBeNull()
  expect(network).toEqual({ ...parts.network, clouds: [], hosted: false })
  expect(facts).toEqual({ ...noFacts, country: 'Germany', rdns: 'a.example' })
  expect(activity).toEqual(parts.activity)
})

test('without protocol insights the matrix counts ports whatever their transport, and no transport alone', () => {
  const port = (label: string, sessions: number) => ({
    kind: 'port' as const,
    label,
    intention: null,
    cells: [sessions],
  })
  const days = ['2026-11-20']
  const rows = [port('53/udp', 3), port('80/tcp', 2), port('53/tcp', 1), port('0/icmp', 1)]
  const { activity } = withoutGroups({ ...parts, activity: { days, rows } }, ['feature-ip-protocol-insights'])
  expect(activity).toEqual({ days, rows: [port('53', 4), port('80', 2)] })
})

test('the other groups stand in the record alone', () => {
  const others = fieldGroups.filter((id) => !/request-analysis|source-attrs|protocol-insights/.test(id))
  expect(others).toHaveLength(4)
  expect(withoutGroups(parts, others)).toEqual(parts)
})
