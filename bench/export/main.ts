import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ipColumns } from '#store/analytics/tables/ips.ts'
import { launchEngine } from '#store/analytics/launch/launch.ts'
import { silent } from '#store/log.ts'
import { startProduct } from '#tests/product/start.ts'
import { fill } from '../freshness/fill.ts'
import { idle, usagesOf } from '../measure/product.ts'
import { pull, type Pulled } from './pull.ts'

/**
 * How fast everything leaves: exports of so many addresses over HTTP, beside the engine's own stream of the same documents.
 *
 *     node bench/export/main.ts [--addresses 10000,100000,1000000] [--formats ndjson,json,csv,txt]
 */
const { values } = parseArgs({
  options: {
    addresses: { type: 'string', default: '10000,100000,1000000' },
    formats: { type: 'string', default: 'ndjson,json,csv,txt' },
  },
})
const bounds = { speed: 50, growth: 64, at: 1_000_000 }
const verdict = (holds: boolean): string => (holds ? 'holds' : 'DOES NOT HOLD')
const speed = ({ bytes, seconds }: Pulled): number => bytes / 1e6 / seconds
const told = (name: string, pulled: Pulled): string =>
  `  ${name.padEnd(14)}${speed(pulled).toFixed(1).padStart(7)} MB/s ${(pulled.lines / pulled.seconds / 1000).toFixed(0).padStart(5)}k rows/s, ${pulled.seconds.toFixed(2)} s of which ${pulled.first.toFixed(2)} before the first byte`

const seconds = new Map<string, [number, number][]>()

for (const addresses of values.addresses.split(',').map(Number)) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'noisefloor-bench-'))
  try {
    await fill(dataFolder, addresses)
    console.log(`${addresses.toLocaleString('en')} addresses`)
    const rows = new Map<string, Pulled>()
    // The index in memory would be built meanwhile, and its memory be taken for the export's.
    const environment = { LOG_LEVEL: 'warn', RESIDENT_DOCUMENTS: '0' }
    const product = await startProduct({ dataFolder, environment })
    try {
      const headers = { key: product.key }
      const urlOf = (format: string, query: string): URL =>
        new URL(`/api/ip/query?export_format=${format}&query=${encodeURIComponent(query)}`, product.url)
      // What the first export of all compiles and loads is no cost of a large one, nor is what a first start does.
      await pull(urlOf('ndjson', 'ip:1.0.0.0/9'), { headers })
      await idle(product)
      for (const format of values.formats.split(',')) {
        const before = usagesOf(product)
        let peak = before.server.resident
        const looking = setInterval(() => (peak = Math.max(peak, usagesOf(product).server.resident)), 50)
        const pulled = await pull(urlOf(format, '*'), { headers })
        clearInterval(looking)
        const after = usagesOf(product)
        const growth = (peak - before.server.resident) / 2 ** 20
        rows.set(format, pulled)
        seconds.set(format, [...(seconds.get(format) ?? []), [addresses, pulled.seconds]])
        const large = addresses === bounds.at
        const fast =
          large && format.endsWith('json')
            ? ` (at least ${bounds.speed}: ${verdict(speed(pulled) >= bounds.speed)})`
            : ''
        const small = large ? ` (at most ${bounds.growth}: ${verdict(growth <= bounds.growth)})` : ''
        console.log(`${told(format, pulled)}${fast}`)
        console.log(
          `  ${''.padEnd(14)}server grew by ${growth.toFixed(0)} MiB${small}; processor: server ${(after.server.cpu - before.server.cpu).toFixed(1)} s, engine ${(after.engine.cpu - before.engine.cpu).toFixed(1)} s`,
        )
      }
    } finally {
      await product.stop()
    }
    const peer = await engineAlone(dataFolder)
    console.log(told('engine alone', peer))
    for (const [format, pulled] of rows)
      console.log(
        `  ${format}: ${((pulled.lines / pulled.seconds / (peer.lines / peer.seconds)) * 100).toFixed(0)} % of its rows a second`,
      )
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}
for (const [format, points] of seconds) {
  const [from, to] = [points[0], points.at(-1)]
  if (from && to && from !== to)
    console.log(
      `${format}: slope ${(Math.log(to[1] / from[1]) / Math.log(to[0] / from[0])).toFixed(2)} (1 is linear)`,
    )
}

/** The engine's own JSON of the same documents, straight from its socket: nothing that exact, resumable exports do. */
async function engineAlone(dataFolder: string): Promise<Pulled> {
  const engine = await launchEngine({ dir: join(dataFolder, 'analytics'), log: silent })
  try {
    const { name, password } = engine.users.app
    return await pull(new URL(engine.url), {
      method: 'POST',
      headers: {
        [engine.header.name]: engine.header.value,
        'X-ClickHouse-User': name,
        'X-ClickHouse-Key': password,
      },
      body: `SELECT ${ipColumns.map(([column]) => column).join(', ')} FROM noisefloor.ips FINAL ORDER BY ip FORMAT JSONEachRow`,
    })
  } finally {
    await engine.stop()
  }
}
