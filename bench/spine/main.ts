import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BenchCapture, writeCapture } from './capture.ts'
import { measurePassage, type Passage } from './measure.ts'
import { type Dissection, measureDissection } from './dissection.ts'
import { type PeerRun, runNdpiReader, runTshark } from './peers.ts'

/**
 * From a capture to an answer, and dissecting alone, beside `tshark -T fields` and `ndpiReader` on the same file in the same run:
 *
 *     node bench/spine/main.ts [--sizes 10,100,1000] [--days 1]
 */
const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '10,100,1000' }, days: { type: 'string', default: '1' } },
})
const days = Number(values.days)
const sizes = values.sizes.split(',').map(Number)
if (!(days > 0 && days <= 60) || sizes.some((size) => !(size > 0)))
  throw new Error('--sizes takes megabytes, e.g. 10,100; --days how many days each capture spans.')

const dayMs = 86_400_000
const end = Math.floor(Date.now() / dayMs) * dayMs

const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
const each = (amount: number, seconds: number): string => Math.round(amount / seconds).toLocaleString('en')
const rate = (bytes: number, seconds: number): string => (bytes / 1e6 / seconds).toFixed(1)

interface Peers {
  tshark: PeerRun | null
  ndpi: PeerRun | null
}

function tell(capture: BenchCapture, passage: Passage, alone: Dissection, { tshark, ndpi }: Peers): void {
  const { bytes, sessions, acknowledged, stored, searchable, serverCpu, engineCpu, health } = passage
  console.log(`\n${mega(bytes)}: ${sessions.toLocaleString('en')} sessions from ${capture.sources} addresses`)
  for (const [name, seconds] of Object.entries({ acknowledged, stored, searchable }))
    console.log(
      `  ${name.padEnd(13)}${seconds.toFixed(2).padStart(8)} s ${each(sessions, seconds).padStart(8)} sessions/s ${rate(bytes, seconds).padStart(6)} MB/s`,
    )
  console.log(
    `  processor: server ${serverCpu.toFixed(1)} s, engine ${engineCpu.toFixed(1)} s; resident: server at most ${mega(passage.serverPeak)} (idle ${mega(passage.serverIdle)}), engine at most ${mega(passage.enginePeak)}`,
  )
  console.log(
    `  /healthz meanwhile: p50 ${health.p50.toFixed(0)} ms, p99 ${health.p99.toFixed(0)} ms, worst ${health.worst.toFixed(0)} ms`,
  )
  if (tshark)
    console.log(
      `  tshark -T fields: ${tshark.seconds.toFixed(2)} s (processor ${tshark.cpu.toFixed(1)} s, ${rate(bytes, tshark.seconds)} MB/s); it takes ${(tshark.seconds / acknowledged).toFixed(2)} × our time to acknowledged, ${(tshark.seconds / searchable).toFixed(2)} × to searchable; processor ${(tshark.cpu / (serverCpu + engineCpu)).toFixed(2)} ×`,
    )
  else console.log('  tshark is not here (Debian package tshark): nothing to compare with')
  const { packets, first, warm } = alone
  console.log(
    `  dissecting alone: ${each(packets, warm)} packets a processor second (${each(packets, first)} while it is compiled)${[
      besidePeer('tshark', tshark, warm),
      besidePeer('ndpiReader', ndpi, warm),
    ].join('')}`,
  )
}

const besidePeer = (name: string, run: PeerRun | null, cpu: number): string =>
  run ? `; ${name} takes ${(run.cpu / cpu).toFixed(2)} × our processor time` : `; ${name} is not here`

/** The exponent b of seconds = a · bytes^b between two sizes: 1 is linear. */
const slope = (small: [number, number], large: [number, number]): string =>
  (Math.log(large[1] / small[1]) / Math.log(large[0] / small[0])).toFixed(2)

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-bench-'))
const passages: Passage[] = []
try {
  for (const size of sizes) {
    const capture = await writeCapture(join(folder, `${size}.pcap`), { bytes: size * 1e6, end, days })
    const passage = await measurePassage(capture)
    const alone = await measureDissection(capture.path)
    const peers = { tshark: await runTshark(capture.path), ndpi: await runNdpiReader(capture.path) }
    tell(capture, passage, alone, peers)
    passages.push(passage)
    await rm(capture.path)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
const slopes = passages.slice(1).map((large, at) => {
  const small = passages[at] ?? large
  const of = (pick: (passage: Passage) => number): string =>
    slope([small.bytes, pick(small)], [large.bytes, pick(large)])
  return `  ${mega(small.bytes)} → ${mega(large.bytes)}: acknowledged ${of((p) => p.acknowledged)}, searchable ${of((p) => p.searchable)}, processor ${of((p) => p.serverCpu + p.engineCpu)}`
})
if (slopes.length > 0) console.log(`\nSlope (exponent of time over size, 1 is linear):\n${slopes.join('\n')}`)
