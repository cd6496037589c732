import { median, ms, quantile } from './figures.ts'
import { benchQueries } from './queries.ts'

/** So many askers at once, each going through all queries from another place. */
export async function crowd(page: (query: string) => Promise<unknown>, askers: number): Promise<void> {
  const times: number[] = []
  let failed = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: askers }, async (_, asker) => {
      for (let step = 0; step < benchQueries.length; step += 1) {
        const query = benchQueries[(step + asker * 7) % benchQueries.length]
        if (!query) continue
        const from = performance.now()
        await page(query.text).catch(() => (failed += 1))
        times.push(performance.now() - from)
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  console.log(
    `   ${askers} at once: ${(times.length / seconds).toFixed(1)} pages/s, p50 ${ms(median(times))}, p99 ${ms(quantile(times, 0.99))}, ${failed} failed`,
  )
}
