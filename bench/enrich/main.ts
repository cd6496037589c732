import { silent } from '#store/log.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import maxmind from 'maxmind'
import { openEnricher } from '#pipeline/enrich/open.ts'
import { dataPackage } from '#sources/package.ts'
import { loadInWorker } from '#sources/watch.ts'
import { importPath } from '#sources/import/import-files.ts'

/**
 * Look-ups a second of the enricher (all facts of an address) beside the `maxmind` package alone (its country only), in the
 * same process, turn by turn. `--data FOLDER` imports lists first; without, the bundled data answers.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    addresses: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '7' },
  },
})
const megabytes = (bytes: number): number => Math.round(bytes / 1e6)
const log = { ...silent, warn: (_: unknown, message: string) => console.error(message) }

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-bench-'))
try {
  const data = dataPackage('@ip-location-db/geo-whois-asn-country-mmdb')
  if (!data) throw new Error('the country package is not installed')
  const reader = await maxmind.open(data.file('geo-whois-asn-country.mmdb'))
  globalThis.gc?.()
  const before = process.memoryUsage()
  if (values.data !== undefined) {
    const began = performance.now()
    let rows = 0
    for (const outcome of await importPath(resolve(values.data), {
      folder,
      force: false,
      now: Date.now(),
    })) {
      if (outcome.ok) rows += outcome.imported.rows
      console.log(
        outcome.ok
          ? `${outcome.imported.source}: ${outcome.imported.rows} rows`
          : `${outcome.source}: ${outcome.reason}`,
      )
    }
    console.log(`import: ${rows} rows in ${Math.round(performance.now() - began)} ms`)
  }
  // The first opening compiles what is bundled; the second is what every later start costs.
  for (const which of ['first', 'later']) {
    const began = performance.now()
    await openEnricher({ folder, log, watch: false })
    console.log(`${which} opening: ${Math.round(performance.now() - began)} ms`)
  }
  const enricher = await openEnricher({ folder, log, watch: false })
  globalThis.gc?.()
  const after = process.memoryUsage()
  const { table } = await loadInWorker(folder)
  const bytes = Object.values(table).reduce(
    (sum, part) => sum + (ArrayBuffer.isView(part) ? part.byteLength : 0),
    0,
  )
  console.log(
    `memory: ${megabytes(bytes)} MB of tables (${table.starts4.length} + ${table.combinations6.length} ranges), ${megabytes(after.heapUsed - before.heapUsed)} MB of texts`,
  )

  const ips = addresses(Number(values.addresses))
  let checksum = 0
  const time = (look: (ip: string) => unknown): number => {
    const began = performance.now()
    for (const ip of ips) if (look(ip) !== null) checksum += 1
    return ips.length / ((performance.now() - began) / 1000)
  }
  const rates: { ours: number; theirs: number }[] = []
  for (let round = 0; round <= Number(values.rounds); round++) {
    const pair = { ours: time((ip) => enricher.enrich(ip, 'live')), theirs: time((ip) => reader.get(ip)) }
    // The first round warms both up.
    if (round > 0) rates.push(pair)
  }
  const middle = (list: number[]): number => list.toSorted((one, other) => one - other)[list.length >> 1] ?? 0
  const [ours, theirs] = [middle(rates.map((rate) => rate.ours)), middle(rates.map((rate) => rate.theirs))]
  const ratio = middle(rates.map((rate) => rate.ours / rate.theirs))
  console.log(
    `${ips.length} addresses, median of ${rates.length}: enrich ${Math.round(ours)}/s, maxmind alone ${Math.round(theirs)}/s, ratio ${ratio.toFixed(2)} (at least 0.80) ${checksum > 0 ? '' : '?'}`,
  )
  if (ratio < 0.8) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** The same every run: public IPv4 spread over the whole range, one in ten IPv6. */
function addresses(count: number): string[] {
  let state = 1
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)
  return Array.from({ length: count }, (_, at) => {
    const word = next()
    if (at % 10 === 0)
      return `2${(0x400 + (word >>> 23)).toString(16).padStart(3, '0')}:${(word & 0xffff).toString(16)}::${at.toString(16)}`
    return [1 + ((word >>> 24) % 223), (word >>> 16) & 255, (word >>> 8) & 255, word & 255].join('.')
  })
}
