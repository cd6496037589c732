import { setTimeout as sleep } from 'node:timers/promises'
import { type AsText, dataIn } from '#app/as-text.ts'
import { startProduct, type Product } from '#tests/product/start.ts'
import { loadedBy } from '../measure/loader-data.ts'
import { idle, mustBeWell, usagesOf } from '../measure/product.ts'

/** The query page as a browser asks for it from the running product, with the local operator's key and the product's own catalogue. */
export interface OverHttp {
  page(query: string): Promise<{ total: number }>
  /** Processor seconds so far. */
  used(): { server: number; engine: number }
  /** @throws Error where its log tells of a failure */
  mustBeWell(): void
  close(): Promise<void>
}

/** Starts the product on a filled folder that nobody else has open. */
export async function openOverHttp(dataFolder: string): Promise<OverHttp> {
  const product = await startProduct({ dataFolder, environment: { LOG_LEVEL: 'info' } })
  while (!product.output().includes('memory index: ready')) await sleep(100)
  await idle(product)
  let asked = 0
  return {
    async page(query) {
      // A number that no page reads keeps the answer from being one that was given before.
      asked += 1
      const { report } = await reportOf(product, `/query/${encodeURIComponent(query)}?n=${asked}`)
      if (!report.ran) throw new Error(`The query did not run: ${query}`)
      return report
    },
    used() {
      const { server, engine } = usagesOf(product)
      return { server: server.cpu, engine: engine.cpu }
    },
    mustBeWell: () => mustBeWell(product),
    close: async () => void (await product.stop()),
  }
}

async function reportOf(
  product: Product,
  path: string,
): Promise<{ report: { total: number; ran: boolean } }> {
  const { 'routes/query': loaded } = await loadedBy(product, path)
  if (!loaded) throw new Error('No loader said what the query found.')
  return dataIn(loaded.data as AsText<{ report: { total: number; ran: boolean } }>)
}
