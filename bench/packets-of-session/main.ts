import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { zstdCompressSync } from 'node:zlib'
import { agentAt, enrolling } from '#tests/product/agent.ts'
import { type Product, startProduct } from '#tests/product/start.ts'
import { timeCommand } from '../measure/command.ts'
import { drained, idle, json, until, usagesOf } from '../measure/product.ts'
import { writeCapture } from '../spine/capture.ts'

/** `node bench/packets-of-session/main.ts [--sizes 2,20] [--asked 12]`: see bench/README.md. */
const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '2,20' }, asked: { type: 'string', default: '12' } },
})
const sizes = values.sizes.split(',').map(Number)
const asked = Number(values.asked)
if ([...sizes, asked].some((one) => !(one > 0 && one <= 100)))
  throw new Error('--sizes takes megabytes, e.g. 2,20; --asked a number; all at most 100.')

interface Session {
  id: string
  start: string
  source_ip: string
  source_port: number
  destination_ip: string
  destination_port: number
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? NaN
const milliseconds = (seconds: number): string => `${(seconds * 1000).toFixed(0)} ms`

async function enrolled(product: Product): Promise<{ id: string; token: string }> {
  const script = await fetch(new URL('/api/workspace/sensors/script?type=install', product.url), {
    headers: { key: product.key },
  })
  const token = /\bnfi_[\w-]+/.exec(await script.text())?.[0] ?? ''
  const answer = await fetch(new URL('/api/sensor/enroll', product.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(enrolling(token)),
  })
  const made = (await answer.json()) as { sensor_id: string; sensor_token: string }
  return { id: made.sensor_id, token: made.sensor_token }
}

/** Asks for the packets of one session. @returns seconds by the clock, of the server's processor, and the bytes that came */
async function packetsOf(product: Product, { id, start }: Session) {
  const before = usagesOf(product).server.cpu
  const began = performance.now()
  const answer = await fetch(
    new URL(`/api/workspace/sessions/${id}/export?at=${encodeURIComponent(start)}`, product.url),
    { headers: { key: product.key } },
  )
  const { byteLength: bytes } = await answer.arrayBuffer()
  if (!answer.ok || bytes < 100) throw new Error(`The packets of ${id} were answered ${answer.status}.`)
  const seconds = (performance.now() - began) / 1000
  return { seconds, cpu: usagesOf(product).server.cpu - before }
}

const filterOf = (one: Session): string =>
  `host ${one.source_ip} and host ${one.destination_ip} and port ${one.source_port} and port ${one.destination_port}`

async function measure(megabytes: number, folder: string): Promise<number> {
  const product = await startProduct({ environment: { LOG_LEVEL: 'warn' } })
  try {
    const path = join(folder, `${megabytes}.pcap`)
    const { bytes } = await writeCapture(path, {
      bytes: megabytes * 1e6,
      end: Date.now() - 60_000,
      days: 0.01,
    })
    const segment = new Uint8Array(zstdCompressSync(await readFile(path)))
    const sensor = await enrolled(product)
    const sent = await agentAt(product.url, sensor.token).put(segment)
    if (!sent.ok) throw new Error(`The segment was answered ${sent.status}: ${await sent.text()}`)
    await until(async () => (await drained(product)).waiting === 0, 200)
    // What is derived from the sessions is other work.
    await idle(product)
    const { latest } = await json<{ latest: Session[] }>(product, `/api/workspace/sensors/${sensor.id}`)
    // Programs that capture have no port to filter of what has none.
    const sessions = latest.filter((one) => one.source_port > 0).slice(0, asked)
    const [first] = sessions
    if (!first) throw new Error('The segment has no session with ports.')
    await packetsOf(product, first)
    const [ours, theirs]: [{ seconds: number; cpu: number }[], { seconds: number; cpu: number }[]] = [[], []]
    for (const one of sessions) {
      ours.push(await packetsOf(product, one))
      const peer = await timeCommand(`tcpdump -nn -r ${path} -w - '${filterOf(one)}'`)
      if (!peer) throw new Error('It needs tcpdump to compare with: apt-get install tcpdump')
      theirs.push(peer)
    }
    const shark = await timeCommand(`tshark -n -r ${path} -Y 'ip.addr == ${first.source_ip}' -w -`)
    const [clock, cpu] = [median(ours.map((one) => one.seconds)), median(ours.map((one) => one.cpu))]
    const [theirClock, theirCpu] = [
      median(theirs.map((one) => one.seconds)),
      median(theirs.map((one) => one.cpu)),
    ]
    const slowest = Math.max(...ours.map((one) => one.seconds))
    const sharkText = shark
      ? `; tshark ${milliseconds(shark.seconds)}, ${(clock / shark.seconds).toFixed(2)} times`
      : ''
    console.log(
      `${(bytes / 1e6).toFixed(1)} MB in one segment (${((await stat(path)).size / segment.length).toFixed(1)} times smaller as sent): ` +
        `median ${milliseconds(clock)}, slowest of ${sessions.length} ${milliseconds(slowest)} (median ${clock <= 0.5 ? 'within' : 'BEYOND'} 500 ms), ` +
        `processor ${milliseconds(cpu)}; tcpdump of the file as it is ${milliseconds(theirClock)}, processor ${milliseconds(theirCpu)}: ${(clock / theirClock).toFixed(1)} times${sharkText}`,
    )
    return clock
  } finally {
    await product.stop()
    product.remove()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-bench-'))
try {
  const clocks: number[] = []
  for (const megabytes of sizes) clocks.push(await measure(megabytes, folder))
  const [first = NaN, last = NaN] = [clocks[0], clocks.at(-1)]
  const slope = Math.log(last / first) / Math.log((sizes.at(-1) ?? NaN) / (sizes[0] ?? NaN))
  if (sizes.length > 1) console.log(`Time grows as size^${slope.toFixed(2)} (1 is linear).`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
