import { accepted, call, type Connection } from '../connection.ts'
import { printable } from '../printable.ts'
import { type Analysis, moreLines, summaryLines } from './answer.ts'

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

/** A summary and the CVEs, those known to be exploited first. */
export async function printCves(connection: Connection, place: string, limit: number): Promise<void> {
  let shown = 0
  const size = limit === 0 ? 1000 : Math.min(limit, 1000)
  for (let number = 1; ; number += 1) {
    const search = new URLSearchParams({ size: String(size), page: String(number) })
    const page = accepted(await call(connection, `${place}?${search}`)) as unknown as CveAnalysis
    if (number === 1) {
      for (const line of summaryLines(page, 'cves')) console.log(line)
      if (page.unknown > 0) console.log(`${page.unknown} that nobody knows`)
      console.log(`\n${heading}`)
    }
    const rows = limit === 0 ? page.data : page.data.slice(0, limit - shown)
    for (const row of rows) console.log(rowOf(row))
    shown += rows.length
    if (number < page.pages && (limit === 0 || shown < limit)) continue
    for (const line of moreLines(shown, page.total)) console.log(line)
    return
  }
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
