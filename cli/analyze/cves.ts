import { printable } from '../printable.ts'
import { type Analysis, moreLines, summaryLines } from './answer.ts'
import { type AskPage, most, pagesOf } from './pages.ts'

interface Cve {
  cve: string
  known: boolean
  title: string
  kev: boolean | null
  epss: number | null
  cvss: number | null
  addresses: number | null
}

interface CveAnalysis extends Analysis {
  data: Cve[]
  total: number
  unknown: number
  page: number
  pages: number
}

/** Those known to be exploited first. */
export const cvePages = (ask: AskPage, limit: number): AsyncGenerator<CveAnalysis> =>
  pagesOf(ask, limit, ({ page, pages }) =>
    // Pages are counted in their own size.
    page < pages ? { page: String(page + 1), size: String(most) } : null,
  )

/** A summary and the CVEs. */
export async function printCves(ask: AskPage, limit: number): Promise<void> {
  let [shown, all] = [0, 0]
  for await (const page of cvePages(ask, limit)) {
    if (shown === 0) {
      for (const line of summaryLines(page, 'cves')) console.log(line)
      if (page.unknown > 0) console.log(`${page.unknown} that nobody knows`)
      console.log(`\n${heading}`)
    }
    for (const row of page.data) console.log(rowOf(row))
    shown += page.data.length
    all = page.total
  }
  for (const line of moreLines(shown, all)) console.log(line)
}

const columns = (
  cells: [cve: string, kev: string, epss: string, cvss: string, addresses: string],
): string => {
  const [cve, ...rest] = cells
  return [cve.padEnd(17), ...rest.map((cell) => cell.padStart(10))].join('')
}

const heading = `${columns(['CVE', 'exploited', 'EPSS', 'CVSS', 'addresses'])}  title`

function rowOf({ cve, known, title, kev, epss, cvss, addresses }: Cve): string {
  const facts = columns([
    cve,
    kev === null ? '' : kev ? 'yes' : 'no',
    epss?.toFixed(3) ?? '',
    cvss?.toFixed(1) ?? '',
    addresses === null ? '' : String(addresses),
  ])
  return printable(`${facts}  ${known ? title : 'nobody knows it'}`.trimEnd())
}
