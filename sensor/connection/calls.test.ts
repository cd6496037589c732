import { expect, test } from 'vitest'
import { enrollRequest, heartbeat as heartbeatRequest } from '#server/api/wire/agent.ts'
import { osOf } from '../host.ts'
import { wanted } from '../testing/product.ts'
import { enroll, heartbeat } from './calls.ts'
import type { Call, Connection } from './connection.ts'

test('a host with more addresses than the server takes, and a longer name of its system, is a sensor all the same', async () => {
  const addresses = Array.from({ length: 300 }, (_, at) => `192.0.2.${at % 256}`)
  const called: Call[] = []
  const answers = [
    {
      status: 201,
      body: { sensor_id: 'one', name: 'edge', sensor_token: 'nfs_own', received_at: 1, config: wanted() },
    },
    { status: 200, body: { received_at: 1, config_version: 1, update: null } },
  ]
  const connection = {
    call: (call: Call) => {
      called.push(call)
      return Promise.resolve({ ...answers.shift(), retryAfterMs: null })
    },
  } as unknown as Connection
  await enroll(connection, {
    token: 'nfi_once',
    hostname: 'edge',
    os: osOf(`ID=${'x'.repeat(300)}\n`),
    arch: 'x64',
    agentVersion: '1',
    addresses,
    sentAt: 1,
  })
  await heartbeat(
    connection,
    {
      sentAt: 1,
      agentVersion: '1',
      startedAt: 1,
      configVersion: 1,
      checks: [],
      spool: { batches: 0, bytes: 0, oldest: null, freeBytes: 0 },
      losses: {},
      listening: [],
      addresses,
    },
    new AbortController().signal,
  )
  const [enrolled, beat] = called.map(({ body }) => JSON.parse(Buffer.from(body ?? []).toString()) as unknown)
  expect(enrollRequest.safeParse(enrolled).error).toBeUndefined()
  expect(heartbeatRequest.safeParse(beat).error).toBeUndefined()
  expect(beat).toMatchObject({ addresses: addresses.slice(0, 64) })
})
