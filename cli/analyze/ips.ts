import { analysisParts } from '#model/analysis.ts'
import { type IpRecord, rowOf } from '../look-up.ts'
import { type Analysis, moreLines, summaryLines } from './answer.ts'
import { type AskPage, pagesOf } from './pages.ts'

interface IpAnalysis extends Analysis {
  counts: Record<string, number>
  data: IpRecord[]
  /** Addresses that were seen. */
  count: number
  scroll_token: string
}

/** Those that were seen, the worst first. */
export const ipPages = (ask: AskPage, limit: number): AsyncGenerator<IpAnalysis> =>
  pagesOf(ask, limit, ({ scroll_token }) => (scroll_token === '' ? null : { scroll_token }))

/** A summary, how many addresses are in each part, and those that were seen. */
export async function printIps(ask: AskPage, limit: number): Promise<void> {
  let [shown, all] = [0, 0]
  for await (const page of ipPages(ask, limit)) {
    if (shown === 0)
      for (const line of [...summaryLines(page, 'ips'), '', ...partLines(page.counts), '']) console.log(line)
    for (const record of page.data) console.log(rowOf(record))
    shown += page.data.length
    all = page.count
  }
  for (const line of moreLines(shown, all)) console.log(line)
}

function partLines(counts: Record<string, number>): string[] {
  const all = counts['all'] ?? 0
  return analysisParts
    .filter((part) => part !== 'all')
    .map((part) => {
      const count = counts[part.replaceAll('-', '_')] ?? 0
      const percent = all === 0 ? 0 : (100 * count) / all
      return `${part.padEnd(18)}${String(count).padStart(9)}  ${percent.toFixed(1).padStart(5)}%`
    })
}
