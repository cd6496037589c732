import { expect, test } from 'vitest'
import { line } from '#server/api/wire/text.ts'
import { checksOf, type Health } from './checks.ts'

const now = Date.UTC(2026, 10, 26)
const well: Health = {
  capture: { isWanted: true, state: { isOn: true, reason: '', since: now } },
  ports: [{ port: 22, transport: 'tcp', protocol: 'ssh', error: null }],
  notCarriedSince: null,
  spool: { bytes: 0, limit: 1 << 30, freeBytes: 1 << 30, aside: 0, error: null },
  skewMs: 0,
  shipping: { failingSince: null, error: null },
  failure: null,
  tls: 'public key',
  update: { state: 'ok', detail: 'Off.' },
}
const said = (changes: Partial<Health>, name: string): string =>
  checksOf({ ...well, ...changes }, now).find((one) => one.name === name)?.detail ?? ''

test('a sensor whose parts are well says so of each', () => {
  expect(checksOf(well, now).filter(({ state }) => state !== 'ok')).toEqual([])
})

test('what programs and the system said is one line that ends once, as the server takes it', () => {
  const state = { isOn: false, reason: 'eth0: \u001b[31mno\tsuch\r\ndevice\u202e', since: now }
  const detail = said({ capture: { isWanted: true, state } }, 'capture')
  expect(detail).toBe('Decoys only since 2026-11-26T00:00:00Z: eth0: [31mno such device.')
  expect(line(1024).safeParse(detail).success).toBe(true)
  expect(said({ spool: { ...well.spool, error: 'x'.repeat(5000) } }, 'disk').length).toBe(1024)
  const error = 'Another program of this host listens there.'
  const ports = [23, 80].map((port) => ({
    port,
    transport: 'tcp' as const,
    protocol: 'telnet' as const,
    error,
  }))
  expect(said({ ports: ports.slice(0, 1) }, 'decoys')).toBe(
    'Not open: 23/tcp: Another program of this host listens there.',
  )
  expect(said({ ports }, 'decoys')).toBe(
    'Not open: 23/tcp: Another program of this host listens there and 1 more.',
  )
})
