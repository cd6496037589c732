import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { random } from '#demo/random.ts'
import { capture } from '#demo/wire/capture.ts'
import { webVisit } from '#tests/product/captures.ts'
import { startProduct } from '#tests/product/start.ts'
import { documents, drained, until, uploadFile, usagesOf } from '../measure/product.ts'

/**
 * Sources that put as much as they can into their own records, each request other 7.9 KB values in seven places:
 *
 *     node bench/records/main.ts [--addresses 4,40] [--requests 100] [--bytes 7900]
 *
 * Prints, for each number of addresses on a product of its own, the upload, processor time, memory, and the sizes of a
 * record, an IP page and a page of the query; then the slope of processor time over the addresses (1 is linear).
 */
const { values } = parseArgs({
  options: {
    addresses: { type: 'string', default: '4,40' },
    requests: { type: 'string', default: '100' },
    bytes: { type: 'string', default: '7900' },
  },
})
const sizes = values.addresses.split(',').map(Number)
const [requests, bytes] = [Number(values.requests), Number(values.bytes)]
if ([...sizes, requests, bytes].some((size) => !(size > 0 && size <= 10_000)))
  throw new Error('--addresses takes numbers, e.g. 4,40; --requests and --bytes one each, all at most 10000.')

const now = Date.now() - 60_000
const names = ['Authorization', 'Cookie', 'Origin', 'Referer', 'X-A']

/** One after the other, so that the capture is never in memory as a whole. */
function* packets(addresses: number): Generator<Uint8Array> {
  for (let address = 0; address < addresses; address += 1) {
    const visits = Array.from({ length: requests }, (_, at) => {
      const value = (place: number) => `${address}-${at}-${place}`.padEnd(bytes, 'a')
      const headers = Object.fromEntries(names.map((name, place) => [name, value(2 + place)]))
      return webVisit(
        `198.18.${address >> 8}.${address & 255}`,
        { uri: `/${value(0)}`, userAgent: value(1), headers },
        now - 3_600_000 + address * 1000 + at * 10,
      )
    })
    const whole = Buffer.concat([...capture(visits, random('records'))])
    yield address === 0 ? whole : whole.subarray(24)
  }
}

const mega = (size: number): string => `${(size / 1e6).toFixed(1)} MB`
const folder = await mkdtemp(join(tmpdir(), 'noisefloor-bench-'))
const used: number[] = []
try {
  for (const addresses of sizes) {
    const path = join(folder, `${addresses}.pcap.gz`)
    const gzip = createGzip()
    await pipeline(packets(addresses), gzip, createWriteStream(path))
    const product = await startProduct({ environment: { LOG_LEVEL: 'warn' } })
    try {
      const before = usagesOf(product)
      const { sessions } = await uploadFile(product, path, 'name=bench')
      await until(async () => (await drained(product)).waiting === 0, 200)
      await until(async () => (await documents(product)) >= addresses, 200)
      const cpu = usagesOf(product)
      used.push(cpu.server.cpu + cpu.engine.cpu - before.server.cpu - before.engine.cpu)
      const sizeOf = async (of: string): Promise<number> =>
        (await (await fetch(new URL(of, product.url), { headers: { key: product.key } })).arrayBuffer())
          .byteLength
      const record = await sizeOf('/v3/ip/198.18.0.0')
      const page = await sizeOf('/ip/198.18.0.0')
      const found = await sizeOf('/v3/gnql?query=*')
      const { server, engine } = usagesOf(product)
      console.log(
        `${addresses} addresses, ${sessions} sessions, ${mega(gzip.bytesWritten)} of capture: processor ${used.at(-1)?.toFixed(1)} s; ` +
          `record ${mega(record)}, IP page ${mega(page)}, query page ${mega(found)}; server at most ${mega(server.peak)}, engine at most ${mega(engine.peak)}`,
      )
    } finally {
      await product.stop()
      product.remove()
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
const [first, last] = [used[0] ?? NaN, used.at(-1) ?? NaN]
if (sizes.length > 1)
  console.log(
    `slope ${(Math.log(last / first) / Math.log((sizes.at(-1) ?? 1) / (sizes[0] ?? 1))).toFixed(2)}`,
  )
