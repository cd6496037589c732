import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { startProduct, type Product } from '#tests/product/start.ts'
import { idle, json, until, usagesOf } from '../measure/product.ts'

/**
 * What a look-up and the page of an address cost: distinct addresses of the demo over one connection, by processor time of server and
 * engine and by the clock.
 *
 *     node bench/lookups/main.ts [--pages 300] [--lookups 2000] [--rounds 3] [--folder FOLDER]
 *
 * `--folder`: a data folder with the demo loaded, which stays; without it one is made and removed.
 */
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '300' },
    lookups: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '3' },
    folder: { type: 'string' },
  },
})

interface Listed {
  data: { ip: string }[]
}

async function addressesOf(product: Product, many: number): Promise<string[]> {
  const { data } = await json<Listed>(product, `/v3/gnql?query=*&size=${Math.min(many, 10_000)}`)
  if (data.length < many) console.log(`there are ${data.length} addresses only`)
  // Neighbours lie in one group of records: far apart they cost what strangers' questions cost.
  return data
    .map(({ ip }, at) => ({ ip, at: (at * 7919) % 10_007 }))
    .sort((a, b) => a.at - b.at)
    .map(({ ip }) => ip)
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const get = (product: Product, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(new URL(path, product.url), { agent, headers: { key: product.key } }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end()
  })

async function measured(product: Product, name: string, paths: readonly string[]): Promise<void> {
  const before = usagesOf(product)
  const began = performance.now()
  for (const path of paths) {
    const status = await get(product, path)
    if (status !== 200 && status !== 404) throw new Error(`${path} was answered ${status}`)
  }
  const seconds = (performance.now() - began) / 1000
  const after = usagesOf(product)
  const each = (used: number): string => ((1000 * used) / paths.length).toFixed(2)
  console.log(
    `${name.padEnd(22)} ${each(after.server.cpu - before.server.cpu).padStart(7)} ms server ${each(
      after.engine.cpu - before.engine.cpu,
    ).padStart(7)} ms engine ${(paths.length / seconds).toFixed(0).padStart(6)}/s`,
  )
}

const product = await startProduct({
  demo: true,
  environment: { LOG_LEVEL: 'warn' },
  ...(values.folder !== undefined && { dataFolder: values.folder }),
})
try {
  await until(async () => {
    const { demo } = await json<{ demo: { loading: boolean } }>(product, '/readyz')
    return !demo.loading
  }, 1000)
  await idle(product)
  const known = await addressesOf(product, Number(values.lookups))
  const unknown = known.slice(0, 300).map((_, at) => `100.${64 + (at >> 6)}.${at & 63}.${(at * 37) % 250}`)
  // What is compiled and kept at first is no look-up's doing.
  await measured(
    product,
    'warming',
    known.slice(-100).flatMap((ip) => [`/ip/${ip}`, `/v3/ip/${ip}`]),
  )
  for (let round = 0; round < Number(values.rounds); round += 1) {
    await measured(
      product,
      '/ip/{ip}',
      known.slice(0, Number(values.pages)).map((ip) => `/ip/${ip}`),
    )
    await measured(
      product,
      '/ip/{ip}, unseen',
      unknown.map((ip) => `/ip/${ip}`),
    )
    await measured(
      product,
      '/api/ip/{ip}',
      known.slice(0, Number(values.pages)).map((ip) => `/api/ip/${ip}`),
    )
    await measured(
      product,
      '/v3/ip/{ip}',
      known.slice(0, Number(values.lookups)).map((ip) => `/v3/ip/${ip}`),
    )
  }
} finally {
  await product.stop()
  if (values.folder === undefined) product.remove()
}
