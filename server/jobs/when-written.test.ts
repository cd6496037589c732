import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '#store/analytics/query/define.ts'
import { openTestAnalytics } from '#store/analytics/testing.ts'
import { openTraffic } from '#store/analytics/traffic.ts'
import { whenWritten } from './when-written.ts'

const marked = defineQuery({
  name: 'marked addresses',
  params: z.object({}),
  row: z.object({ ip: z.string() }),
  sql: 'SELECT toString(ip) AS ip FROM {local}.ip_dirty',
})

const roundsOf = (...of: Parameters<typeof whenWritten>): (() => Promise<boolean>) => {
  const run = whenWritten(...of)
  return () => run(new AbortController().signal)
}

test('a look is left out only while nothing was written since one that found nothing', async () => {
  const analytics = await openTestAnalytics()
  try {
    const { app, migrator } = analytics
    let looks = 0
    const isWorkLeft = async (): Promise<boolean> => {
      looks += 1
      return (await migrator.run(marked, {})).length > 0
    }
    const round = roundsOf(analytics, isWorkLeft)
    expect([await round(), await round(), await round(), looks]).toEqual([false, false, false, 1])
    await app.insert('{db}.ip_dirty', [{ ip: '2001:db8::1' }])
    // A look that found something says nothing of the next.
    expect([await round(), await round(), looks]).toEqual([true, true, 3])
    await migrator.command('TRUNCATE TABLE {local}.ip_dirty')
    expect([await round(), await round(), looks]).toEqual([false, false, 4])
    // What failed may have been done.
    await expect(migrator.command("ALTER TABLE {local}.ip_dirty DROP PART 'none'")).rejects.toThrow('refused')
    expect([await round(), await round(), looks]).toEqual([false, false, 5])
    // What was written while one looked may have been missed by it.
    const during = roundsOf(analytics, async () => {
      looks += 1
      if (looks === 6) await app.insert('{db}.ip_dirty', [{ ip: '2001:db8::2' }])
      return looks > 6
    })
    expect([await during(), await during(), looks]).toEqual([false, true, 7])
    const ofSeveral = roundsOf({ ...analytics, across: (_, run) => run() as never }, isWorkLeft)
    await migrator.command('TRUNCATE TABLE {local}.ip_dirty')
    expect([await ofSeveral(), await ofSeveral(), looks]).toEqual([false, false, 9])
  } finally {
    await analytics.close()
  }
})

test('a look is taken again in time although nothing is known to have been written', async () => {
  let [again, looks] = [Infinity, 0]
  const traffic = { ...openTraffic(), lookAgainAt: () => again }
  const round = roundsOf({ traffic }, async () => {
    looks += 1
    return false
  })
  expect([await round(), await round(), looks]).toEqual([false, false, 1])
  again = -Infinity
  traffic.onWritten()
  expect([await round(), await round(), await round(), looks]).toEqual([false, false, false, 4])
})
