import { closeSync, openSync, readSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Extraction, type ExtractionKind, extractorOf } from '#methods/extraction/extractor.ts'
import { median } from '#methods/median.ts'
import { countByRipgrep, type Peer, runRipgrep } from './peer.ts'
import { formats, type Lines, writeText } from './texts.ts'

/**
 * Extraction alone, in this process from the file to distinct numbers, beside ripgrep with a pattern for the same forms, by turns:
 *
 *     node bench/bulk/main.ts [--sizes 1,10,100] [--addresses 1000000] [--rounds 3]
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1,10,100' },
    addresses: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
  },
})
const sizes = values.sizes.split(',').map(Number)
const [addresses, rounds] = [Number(values.addresses), Number(values.rounds)]
if (![...sizes, addresses, rounds].every((value) => value > 0))
  throw new Error('--sizes takes megabytes, e.g. 10,100; --addresses and --rounds numbers.')

interface Run {
  seconds: number
  cpu: number
  result: Extraction
}

function extract(kind: ExtractionKind, file: string): Run {
  const [began, before] = [performance.now(), process.cpuUsage()]
  const extractor = extractorOf(kind, { maxDistinct: 16_000_000 })
  const chunk = new Uint8Array(256 * 1024)
  const source = openSync(file, 'r')
  for (let read = readSync(source, chunk); read > 0; read = readSync(source, chunk))
    extractor.push(chunk.subarray(0, read))
  const result = extractor.end()
  closeSync(source)
  const { user, system } = process.cpuUsage(before)
  return { seconds: (performance.now() - began) / 1000, cpu: (user + system) / 1e6, result }
}

/** A size is read so often in a round that a round reads about as much of each: short runs are all noise. */
async function compare(lines: Lines, file: string, bytes: number): Promise<{ ours: Run; peer: Peer | null }> {
  const kind = lines === 'cves' ? 'cves' : 'addresses'
  const times = Math.max(1, Math.min(50, Math.round(Math.max(...sizes) / (bytes / 1e6))))
  const [ours, peers]: [Run[], Peer[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    for (let time = 0; time < times; time++) ours.push(extract(kind, file))
    const peer = await runRipgrep(kind, file, times)
    if (peer) peers.push(peer)
  }
  const middle = <T>(runs: T[], of: (run: T) => number): number => median(runs.map(of))
  const last = ours.at(-1)
  if (!last) throw new Error('There was no round.')
  return {
    ours: { ...last, seconds: middle(ours, (run) => run.seconds), cpu: middle(ours, (run) => run.cpu) },
    peer:
      peers.length === 0
        ? null
        : {
            finding: {
              seconds: middle(peers, (run) => run.finding.seconds),
              cpu: middle(peers, (run) => run.finding.cpu),
            },
            distinct: {
              seconds: middle(peers, (run) => run.distinct.seconds),
              cpu: middle(peers, (run) => run.distinct.cpu),
            },
          },
  }
}

const fixed = (value: number, digits = 2): string => value.toFixed(digits)

function tell(name: string, bytes: number, { ours, peer }: { ours: Run; peer: Peer | null }): void {
  const { result, seconds, cpu } = ours
  console.log(
    `${name.padEnd(10)}${fixed(bytes / 1e6, 1).padStart(6)} MB, ${result.distinct.toLocaleString('en')} of ${result.found.toLocaleString('en')} distinct: ${fixed(seconds, 3)} s, processor ${fixed(cpu, 3)} s (${Math.round(bytes / 1e6 / cpu)} MB/s)${
      peer
        ? `; processor ${fixed(cpu / peer.finding.cpu)} × rg -o (${fixed(peer.finding.cpu, 3)} s), ${fixed(cpu / peer.distinct.cpu)} × rg -o | sort -u; clock ${fixed(seconds / peer.finding.seconds)} ×, ${fixed(seconds / peer.distinct.seconds)} ×`
        : ''
    }`,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-bench-'))
const slopes: string[] = []
try {
  const first = join(folder, 'first.txt')
  writeText(first, 'full', 'txt', { bytes: 1e6 })
  console.log(
    `The first megabyte, while it is compiled: ${fixed(extract('addresses', first).cpu, 3)} s of processor time`,
  )
  for (let time = 0; time < 20; time++)
    for (const kind of ['addresses', 'cves'] as const) extract(kind, first)
  let hasPeer = true
  const measure = async (
    lines: Lines,
    format: (typeof formats)[number],
    most: { bytes?: number; lines?: number },
  ) => {
    const file = join(folder, `text.${format}`)
    const bytes = writeText(file, lines, format, most)
    const compared = await compare(lines, file, bytes)
    tell(`${lines} ${format}`, bytes, compared)
    if (compared.peer) {
      const count = await countByRipgrep(lines === 'cves' ? 'cves' : 'addresses', file)
      const { found } = compared.ours.result
      if (count !== found)
        console.log(`  ripgrep finds ${count.toLocaleString('en')} places, not ${found.toLocaleString('en')}`)
    }
    hasPeer &&= compared.peer !== null
    return { bytes, cpu: compared.ours.cpu }
  }
  for (const lines of ['full', 'cves'] as const)
    for (const format of formats) {
      const runs = []
      for (const size of sizes) runs.push(await measure(lines, format, { bytes: size * 1e6 }))
      const [first, last] = [runs[0], runs.at(-1)]
      // The exponent b of seconds = a · bytes^b between the smallest and the largest: 1 is linear.
      if (first && last && first !== last)
        slopes.push(
          `${lines} ${format} ${fixed(Math.log(last.cpu / first.cpu) / Math.log(last.bytes / first.bytes))}`,
        )
    }
  for (const format of formats) await measure('bare', format, { lines: addresses })
  if (!hasPeer) console.log('ripgrep is not here (Debian package ripgrep): nothing to compare with')
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(`Slope (exponent of processor time over size, 1 is linear): ${slopes.join(', ')}`)
