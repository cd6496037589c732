import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { usagesOf } from '../measure/product.ts'
import { type Product, startProduct } from '#tests/product/start.ts'

/** What a start took: milliseconds to the first page, processor seconds until then and five seconds later. */
export interface StartCost {
  pageMs: number
  page: { server: number; engine: number }
  settled: { server: number; engine: number }
}

/** As `npm start` does, or without what makes a later start cheap: kept modules and tables, and the flags of Node. */
export type Way = 'as it is' | 'without'

const withoutLine = 'exec node server/main.ts'
export const quiet = { LOG_LEVEL: 'error' }

const cpuOf = (product: Product): StartCost['page'] => {
  const { server, engine } = usagesOf(product)
  return { server: server.cpu, engine: engine.cpu }
}

/** Starts on a folder and asks for the first page; the product goes on running. */
export async function begin(
  way: Way,
  { dataFolder, bare = false, demo = false }: { dataFolder?: string; bare?: boolean; demo?: boolean },
): Promise<{ product: Product; cost: Pick<StartCost, 'page' | 'pageMs'> }> {
  if (way === 'without' && dataFolder !== undefined)
    await rm(join(dataFolder, 'sources', 'all.table'), { force: true })
  const began = performance.now()
  const product = await startProduct({
    environment: { ...quiet, ...(way === 'without' && { NODE_DISABLE_COMPILE_CACHE: '1' }) },
    bare,
    demo,
    ...(way === 'without' && { line: withoutLine }),
    ...(dataFolder !== undefined && { dataFolder }),
  })
  const page = await fetch(product.url)
  await page.text()
  if (page.status !== 200) throw new Error(`The first page answered ${page.status}`)
  return { product, cost: { pageMs: performance.now() - began, page: cpuOf(product) } }
}

/** Within these the documents are read into memory, and the first rounds of all work in the background are over. */
const settleMs = 5000

/** A whole start and its end. */
export async function oneStart(way: Way, dataFolder: string, signal: NodeJS.Signals): Promise<StartCost> {
  const { product, cost } = await begin(way, { dataFolder })
  await sleep(settleMs)
  const settled = cpuOf(product)
  await product.stop(signal)
  return { ...cost, settled }
}
