import type { AddressRange } from '#gnql/values/address.ts'
import { hexOf, keyOf } from '#model/address-keys.ts'
import type { AnalysisTotals } from '#model/analysis.ts'
import { refuse } from '#model/errors.ts'
import { giveBack } from '#model/give-back.ts'
import { AddressRows } from '#methods/extraction/address-rows.ts'
import { addressesInto } from '#methods/extraction/extractor.ts'
import { ignoredTexts } from './ignored.ts'
import type { Listed } from './input.ts'
import type { AnalysisProgress } from './messages.ts'
import { readPackets } from './packets.ts'
import type { AnalysisResult } from './result-file.ts'
import { type ListedNetwork, merged, type Sorted, sorted } from './sorted.ts'

/** Distinct addresses that a list may have. */
const maxDistinct = 2_000_000
/** Of blocks those that are looked into, and addresses that are taken of all of them. */
const maxBlocks = 10_000
const maxOfBlocks = 65_536
/** Things that are not taken and are kept with their place. */
const maxIgnored = 10_000

interface Asks {
  onProgress: (progress: AnalysisProgress) => void
  known: (ranges: AddressRange[], most: number) => Promise<string[][]>
}

/** Reads a list for addresses. @throws Refusal for what cannot be read */
export async function analyzeAddresses(input: Listed, { onProgress, known }: Asks): Promise<AnalysisResult> {
  const rows = new AddressRows(maxDistinct)
  const extractor = addressesInto(rows, { maxInvalid: maxIgnored })
  let invalid = 0
  const totals = (): AnalysisTotals => ({
    submitted: rows.found,
    unique: rows.size - rows.networks,
    duplicates: rows.found - rows.size - rows.ignored,
    reserved: rows.reserved,
    ignored: invalid + rows.ignored,
    blocks: rows.networks,
  })
  const tell = telling((isWhole) =>
    onProgress({ read: input.read(), totals: totals(), ...(isWhole && { keys: sorted(rows, 0).keys }) }),
  )
  const ignored: AnalysisResult['ignored'] = []
  switch (input.content) {
    case 'pdf':
      throw refuse('unsupported-media', 'File type not supported: of a PDF only CVEs are read.')
    case 'capture':
      await readPackets(input.plain, rows, tell)
      break
    case 'text': {
      for await (const chunk of input.plain) {
        extractor.push(chunk)
        giveBack(chunk)
        tell()
      }
      const { invalid: found } = extractor.end()
      invalid = found.count
      ignored.push(...ignoredTexts(found.shown))
    }
  }
  const all = await withBlocks(sorted(rows, maxBlocks), known)
  const { keys, times, lines } = all
  const unique = keys.length / 4
  return { totals: { ...totals(), unique }, ignored, cves: [], keys, times, lines }
}

/** Milliseconds until the first word, and between the next: the addresses so far take longer and longer to be sorted. */
const first = { progress: 100, keys: 150 }

function telling(tell: (isWhole: boolean) => void): () => void {
  const began = performance.now()
  let [nextProgress, nextKeys] = [first.progress, first.keys]
  return () => {
    const since = performance.now() - began
    if (since < nextProgress) return
    const isWhole = since >= nextKeys
    tell(isWhole)
    nextProgress = since + first.progress
    if (isWhole) nextKeys = 2 * since
  }
}

/** With what is known inside the blocks; each stands where its block did. */
async function withBlocks(found: Sorted, known: Asks['known']): Promise<Sorted> {
  const { networks: blocks } = found
  if (blocks.length === 0) return found
  const addresses = await known(blocks.map(rangeOf), maxOfBlocks)
  const places = new Map<string, ListedNetwork>()
  for (const [at, block] of blocks.entries())
    for (const hex of addresses[at] ?? []) if (!places.has(hex)) places.set(hex, block)
  const inside = [...places.keys()].sort()
  const keys = new Uint32Array(4 * inside.length)
  for (const [at, hex] of inside.entries()) keys.set(keyOf(hex), 4 * at)
  return merged(found, keys, (at) => places.get(inside[at] ?? '') ?? { times: 0, line: 0 })
}

/** From the first address of a block to its last. */
export function rangeOf({ words, bits }: Pick<ListedNetwork, 'words' | 'bits'>): AddressRange {
  const last = Uint32Array.from(words, (word, at) => {
    const own = Math.min(32, Math.max(0, bits - 32 * at))
    return own === 32 ? word : (word | (0xffff_ffff >>> own)) >>> 0
  })
  return { from: hexOf(Uint32Array.from(words), 0), to: hexOf(last, 0) }
}
