import { parseArgs } from 'node:util'
import { startProduct } from '#tests/product/start.ts'

/**
 * From the command to the first page: a first start on an empty folder, then starts on the same one, every
 * second one after a kill -9:
 *
 *     node bench/start/main.ts [--times 5]
 */
const { values } = parseArgs({ options: { times: { type: 'string', default: '5' } } })

async function firstPage(
  dataFolder?: string,
): Promise<{ ms: number; product: Awaited<ReturnType<typeof startProduct>> }> {
  const began = performance.now()
  const product = await startProduct({
    environment: { LOG_LEVEL: 'error' },
    ...(dataFolder !== undefined && { dataFolder }),
  })
  const page = await fetch(product.url)
  await page.text()
  if (page.status !== 200) throw new Error(`The first page answered ${page.status}`)
  return { ms: performance.now() - began, product }
}

const first = await firstPage()
console.log(`first start on an empty folder   ${first.ms.toFixed(0)} ms to the first page (at most 10,000)`)
const times: number[] = []
let { product } = first
for (let at = 0; at < Number(values.times); at++) {
  await product.stop(at % 2 === 0 ? 'SIGTERM' : 'SIGKILL')
  const next = await firstPage(product.dataFolder)
  times.push(next.ms)
  product = next.product
}
times.sort((a, b) => a - b)
console.log(
  `starts on the same folder        ${times[0]?.toFixed(0)} to ${times.at(-1)?.toFixed(0)} ms, median ${times[times.length >> 1]?.toFixed(0)} ms (at most 5,000; every second one after kill -9)`,
)
await product.stop()
product.remove()
