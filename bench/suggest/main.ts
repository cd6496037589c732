import { setTimeout as sleep } from 'node:timers/promises'
import type { SuggestionKind } from '#model/suggestion.ts'
import { openNames } from '#gnql/complete/name-index.ts'
import { type Known, openRanked } from '#services/suggest/ranked.ts'
import { wordsOf } from '#services/suggest/words.ts'
import { random } from '#demo/random.ts'

/**
 * What one key costs that somebody presses in the search: lists as long as they may become, words by Zipf's law, each text typed
 * letter by letter. Beside them one pass over all labels for the same letters (gnql/complete/name-index.ts), and, as the limit of
 * the machine, one search of the same bytes for something they do not hold.
 *
 *     node --expose-gc bench/suggest/main.ts [--times 1]
 */
const times = Number(process.argv.includes('--times') ? process.argv.at(-1) : 1)
/** Microseconds of processor time a key, by all lists. */
const bound = 200

const sizes: Partial<Record<SuggestionKind, number>> = {
  cve: 50_000,
  network: 20_000,
  organization: 20_000,
  path: 5000,
  fingerprint: 15_000,
}
const draw = random('suggestions')
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const word = (length: number): string =>
  Array.from({ length }, () => letters[draw.int(0, letters.length - 1)]).join('')
const vocabulary = Array.from({ length: 60_000 }, (_, at) => word(2 + (at % 9)))
/** A word with a chance of one in its rank. */
const common = (): string => vocabulary[Math.floor(vocabulary.length ** draw.next()) - 1] ?? ''

const textOf: Partial<Record<SuggestionKind, (at: number) => string>> = {
  cve: (at) =>
    `CVE-${1999 + (at % 27)}-${1000 + at} ${common()} ${common()} ${common()} ${common()} ${common()}`,
  network: (at) => `AS${at + 1000} ${common()} ${common()}`,
  organization: () => `${common()} ${common()} ${common()}`,
  path: () => `/${common()}/${common()}/${common()}.php`,
  fingerprint: () => word(32),
}

const collect = (globalThis as { gc?: () => void }).gc ?? (() => undefined)
const heap = (): number => (collect(), process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers)
const cpu = (): number => process.cpuUsage().user + process.cpuUsage().system

const labels = Object.entries(sizes).map(([kind, size]) => ({
  kind: kind as SuggestionKind,
  texts: Array.from({ length: size }, (_, at) => textOf[kind as SuggestionKind]?.(at) ?? ''),
}))
const typed = labels
  .flatMap(({ texts }) => Array.from({ length: 40 }, () => texts[draw.int(0, texts.length - 1)] ?? ''))
  .flatMap((text) => Array.from({ length: Math.min(20, text.length) }, (_, at) => text.slice(0, at + 1)))

const [heapBefore, cpuBefore] = [heap(), cpu()]
const lists = labels.map(({ kind, texts }) =>
  openRanked(
    kind,
    texts.map((label): Known => ({ label, detail: '', also: '', count: 1, page: 'query', value: label })),
  ),
)
const built = (cpu() - cpuBefore) / 1000
const kept = (heap() - heapBefore) / 1e6

async function costOf(find: (text: string) => unknown): Promise<{ mean: number; worst: number }> {
  for (const text of typed.slice(0, 500)) find(text)
  const all: number[] = []
  const before = cpu()
  for (let time = 0; time < times; time += 1)
    for (const text of typed) {
      const began = performance.now()
      find(text)
      all.push((performance.now() - began) * 1000)
      if (all.length % 1000 === 0) await sleep(1)
    }
  all.sort((a, b) => a - b)
  return {
    mean: (cpu() - before) / all.length,
    worst: all[Math.floor(all.length * 0.99)] ?? NaN,
  }
}

const ours = await costOf((text) => {
  const words = wordsOf(text)
  return lists.map((list) => list.find(words, 4))
})
const everything = labels.flatMap(({ texts }) => texts)
const names = openNames(everything, (text) => [text])
const onePass = await costOf((text) => names.find(text, 4))
const bytes = Buffer.from(everything.join('\n'))
const memory = await costOf((text) => bytes.indexOf(`\u0000${text}`))

const print = (name: string, { mean, worst }: { mean: number; worst: number }): void =>
  console.log(
    `${name.padEnd(28)} ${mean.toFixed(0).padStart(6)} µs of processor time a key; by the clock 99 of 100 within ${worst.toFixed(0)} µs`,
  )
console.log(
  `${everything.length} things: built in ${built.toFixed(0)} ms of processor time, ${kept.toFixed(0)} MB`,
)
print('ours', ours)
print('one pass over all labels', onePass)
print('one search of their bytes', memory)
console.log(`${bound} µs a key: ${ours.mean <= bound ? 'holds' : 'DOES NOT HOLD'}`)
