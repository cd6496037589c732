import { analysisParts } from '#model/analysis.ts'
import { accepted, call, type Connection } from '../connection.ts'
import { type IpRecord, rowOf } from '../look-up.ts'
import { type Analysis, moreLines, summaryLines } from './answer.ts'

interface IpAnalysis extends Analysis {
  counts: Record<string, number>
  data: IpRecord[]
  /** Addresses that were seen. */
  count: number
  scroll_token: string
}

/** A summary, how many addresses are in each part, and those that were seen, the worst first. */
export async function printIps(connection: Connection, place: string, limit: number): Promise<void> {
  let shown = 0
  for (let token = ''; ;) {
    const size = limit === 0 ? 1000 : Math.min(limit - shown, 1000)
    const search = new URLSearchParams({ size: String(size), ...(token !== '' && { scroll_token: token }) })
    const page = accepted(await call(connection, `${place}?${search}`)) as unknown as IpAnalysis
    if (token === '')
      for (const line of [...summaryLines(page, 'ips'), '', ...partLines(page.counts), '']) console.log(line)
    for (const record of page.data) console.log(rowOf(record))
    shown += page.data.length
    token = page.scroll_token
    if (token !== '' && page.data.length > 0 && (limit === 0 || shown < limit)) continue
    for (const line of moreLines(shown, page.count)) console.log(line)
    return
  }
}

function partLines(counts: Record<string, number>): string[] {
  const all = counts['all'] ?? 0
  return analysisParts
    .filter((part) => part !== 'all')
    .map((part) => {
      const count = counts[part.replaceAll('-', '_')] ?? 0
      const percent = all === 0 ? 0 : (100 * count) / all
      return `${part.padEnd(18)}${String(count).padStart(9)}  ${percent.toFixed(1).padStart(5)} %`
    })
}
