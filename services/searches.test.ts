import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { weekOf } from '#model/account/search-week.ts'
import { type Plan, usualPlans } from '#model/entitlements.ts'
import { type AppStore, openAppStore } from '#store/app/open.ts'
import { visitorScope } from './scope.ts'
import { ownSearches } from './searches.ts'

let folder: string
let store: AppStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noisefloor-searches-'))
  store = await openAppStore({ file: join(folder, 'app.db') })
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const monday = weekOf(1_700_000_000_000)
const plan = (of: Pick<Plan, 'searchesPerWeek' | 'searchesPerDay'>): Plan => ({
  ...usualPlans.visitor,
  ...of,
})
const daily = plan({ searchesPerWeek: null, searchesPerDay: 2 })
const weekly = plan({ searchesPerWeek: 3, searchesPerDay: null })

test('a plan that counts by the week begins at none, whatever was counted by the day, on a Monday as on any other', async () => {
  for (const [nth, days] of [0, 1, 6].entries()) {
    const of = (under: Plan) =>
      ownSearches(store.installation.searches, () => monday + days * 86_400_000 + 60_000, {
        scope: visitorScope(under),
        network: `network ${nth}`,
        request: null,
      })
    const search = (under: Plan) => of(under).counted(async () => 'found')
    await search(daily)
    await search(daily)
    await expect(search(daily)).rejects.toThrow('Rate limit exceeded')
    expect((await of(weekly).use()).usage).toBe(0)
    await search(weekly)
    // Neither counts for the other.
    expect([(await of(weekly).use()).usage, (await of(daily).use()).usage]).toEqual([1, 2])
  }
})
