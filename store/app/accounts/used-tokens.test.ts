import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type AppStore, openAppStore } from '../open.ts'
import { postgresIfAny } from '../testing.ts'
import { usedTokens } from './used-tokens.ts'

/** Tokens that count once, for all that share a database. */

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-tokens-'))
const postgres = await postgresIfAny()
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})
const now = 1_700_000_000_000
let files = 0
const places: [string, () => Promise<{ file: string } | { url: string }>, processes: number][] = [
  ['SQLite', async () => ({ file: join(folder, `${(files += 1)}.db`) }), 1],
]
if (postgres) places.push(['PostgreSQL', async () => ({ url: await postgres.freshDatabase() }), 4])

describe.each(places)('a token on %s', (_name, place, processes) => {
  test('counts for one of a hundred calls at once, and again when it is too old to', async () => {
    const at = await place()
    const stores: AppStore[] = []
    for (let each = 0; each < processes; each += 1) stores.push(await openAppStore(at))
    const all = stores.map((store) => usedTokens(store.db))
    try {
      const token = { token: 'a hash', expires: now }
      const counted = await Promise.all(
        Array.from({ length: 100 }, (_, call) => all[call % all.length]!.use(token)),
      )
      expect(counted.filter(Boolean)).toHaveLength(1)
      await all[0]!.giveBack(token.token)
      expect([await all[0]!.use(token), await all[0]!.use(token)]).toEqual([true, false])
      await all[0]!.removeOver(now)
      expect(await all[0]!.use(token)).toBe(false)
      await all[0]!.removeOver(now + 1)
      expect(await all[0]!.use(token)).toBe(true)
    } finally {
      await Promise.all(stores.map((store) => store.close()))
    }
  })
})
