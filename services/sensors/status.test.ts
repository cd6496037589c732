import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkNames, type SensorCheck } from '#model/sensor/protocol.ts'
import { type KnownSensor, nothingSaid, type SensorHealth } from '#store/app/sensors/sensor.ts'
import { sensorStates, silenceMs, statusOf } from './status.ts'

const now = Date.UTC(2026, 10, 25, 22, 10)

function known({
  ended = null,
  checks = [],
  ...health
}: Partial<SensorHealth> & { ended?: number | null; checks?: SensorCheck[] } = {}): KnownSensor {
  return {
    sensor: {
      id: 's',
      workspace: 'w',
      name: 'Gifted Trout',
      profile: 'router',
      profileVersion: 0,
      ipAddress: '',
      hostname: '',
      os: '',
      arch: '',
      publish: true,
      isCapturing: true,
      configVersion: 1,
      excluded: [],
      networkPorts: [],
      simulation: null,
      created: 0,
      enrolled: 0,
      ended,
    },
    health: {
      lastHeartbeat: now,
      startedAt: 0,
      agentVersion: '',
      configVersion: 1,
      said: { ...nothingSaid, checks },
      skewMs: 0,
      lastBatch: null,
      lagMs: 0,
      ...health,
    },
  }
}

const check = (name: SensorCheck['name'], state: SensorCheck['state'], detail = ''): SensorCheck => ({
  name,
  state,
  detail,
})

test('whoever is not online is told why, and whoever is has nothing to be told', () => {
  const checks = fc.array(
    fc.record({
      name: fc.constantFrom(...checkNames),
      state: fc.constantFrom('ok' as const, 'warning' as const, 'failed' as const),
      detail: fc.string(),
    }),
  )
  const health = fc.record({
    lastHeartbeat: fc.option(fc.integer({ min: now - 10 * silenceMs, max: now })),
    skewMs: fc.option(fc.integer({ min: -1e6, max: 1e6 })),
    ended: fc.option(fc.constant(now - 5)),
    checks,
  })
  fc.assert(
    fc.property(health, (of) => {
      const { state, reason } = statusOf(known(of), now)
      expect(sensorStates).toContain(state)
      expect(reason === '').toBe(state === 'online')
    }),
  )
})

test('silence is worse than anything else that is known, and tells the last error', () => {
  const silent = { lastHeartbeat: now - silenceMs - 1 }
  expect(statusOf(known(silent), now)).toEqual({
    state: 'offline',
    reason: 'No heartbeat since 2026-11-25 22:08 UTC.',
    since: silent.lastHeartbeat,
  })
  const checks = [check('clock', 'warning'), check('tls', 'failed', 'The certificate is another one.')]
  expect(statusOf(known({ ...silent, checks }), now).reason).toBe(
    'No heartbeat since 2026-11-25 22:08 UTC. Its last error: TLS error: The certificate is another one.',
  )
  expect(statusOf(known({ lastHeartbeat: now - silenceMs }), now).state).toBe('online')
})

test.each([
  ['no heartbeat yet', { lastHeartbeat: null }, 'never-seen', 'no heartbeat has come yet'],
  ['uninstalled', { ended: now - 60_000 }, 'offline', 'Uninstalled on 2026-11-25 22:09 UTC.'],
  [
    'disk',
    { checks: [check('disk', 'failed', '12 MB are free.')] },
    'degraded',
    'Disk full: 12 MB are free.',
  ],
  [
    'ports',
    { checks: [check('decoys', 'warning', '22 is taken.')] },
    'degraded',
    'Ports closed: 22 is taken.',
  ],
  ['capture', { checks: [check('capture', 'failed')] }, 'degraded', 'Capture lacking.'],
  ['slow clock', { skewMs: 61_000 }, 'degraded', 'Clock off: it is 61 seconds behind.'],
  ['fast clock', { skewMs: -90_000 }, 'degraded', 'Clock off: it is 90 seconds ahead.'],
  ['a clock within a minute', { skewMs: 59_000 }, 'online', ''],
  ['all well', { checks: [check('tls', 'ok', 'fine')] }, 'online', ''],
] satisfies [string, Parameters<typeof known>[0], string, string][])('%s', (_name, of, state, reason) => {
  const found = statusOf(known(of), now)
  expect([found.state, found.reason]).toEqual([state, expect.stringContaining(reason)])
})

test('what failed is told before what only warns', () => {
  const checks = [check('tls', 'warning'), check('clock', 'failed', 'It stands.')]
  expect(statusOf(known({ checks }), now).reason).toBe('Clock off: It stands.')
})
