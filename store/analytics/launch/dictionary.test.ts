import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { toColumn } from '../address.ts'
import { openAnalytics } from '../open.ts'
import { defineQuery } from '../query/define.ts'
import { launchEngine } from './launch.ts'
import { silent } from '../../log.ts'

const dir = await mkdtemp(join(tmpdir(), 'engine-'))
afterAll(() => rm(dir, { recursive: true, force: true }))

const asn = defineQuery({
  name: 'asn',
  params: z.object({ ip: z.string() }),
  row: z.object({ asn: z.string() }),
  sql: "SELECT dictGetOrDefault('{db}.networks', 'asn', {ip:IPv6}, '') AS asn",
})

test('a dictionary over our own table outlives new passwords and takes swapped data on reload', async () => {
  let engine = await launchEngine({ dir, log: silent })
  let analytics = openAnalytics({ launched: engine })
  const lookUp = async (ip: string): Promise<unknown> =>
    (await analytics.app.run(asn, { ip: toColumn(ip) }))[0]?.asn
  await analytics.migrator.command('CREATE DATABASE {db} ENGINE = Atomic')
  for (const table of ['prefixes', 'prefixes_next']) {
    await analytics.migrator.command(
      `CREATE TABLE {db}.${table} (prefix String, asn String) ENGINE = {E:MergeTree} ORDER BY prefix`,
    )
  }
  await analytics.migrator.command(
    `CREATE DICTIONARY {db}.networks (prefix String, asn String) PRIMARY KEY prefix
     SOURCE(CLICKHOUSE(NAME noisefloor_local TABLE 'prefixes' DB '{db}')) LAYOUT(IP_TRIE) LIFETIME(0)`,
  )
  await analytics.app.insert('{db}.prefixes', [
    { prefix: '198.18.0.0/15', asn: 'AS64500' },
    { prefix: '2001:db8::/32', asn: 'AS64501' },
  ])
  expect([await lookUp('198.18.7.7'), await lookUp('2001:db8::1'), await lookUp('203.0.113.1')]).toEqual([
    'AS64500',
    'AS64501',
    '',
  ])
  await analytics.close()
  await engine.stop()

  engine = await launchEngine({ dir, log: silent })
  analytics = openAnalytics({ launched: engine })
  expect(await lookUp('198.18.7.7')).toBe('AS64500')
  await analytics.app.insert('{db}.prefixes_next', [{ prefix: '198.18.0.0/16', asn: 'AS64502' }])
  await analytics.migrator.command('EXCHANGE TABLES {db}.prefixes AND {db}.prefixes_next')
  await analytics.migrator.command('SYSTEM RELOAD DICTIONARY {db}.networks')
  expect([await lookUp('198.18.7.7'), await lookUp('198.19.0.1')]).toEqual(['AS64502', ''])
  await analytics.close()
  await engine.stop()
})
