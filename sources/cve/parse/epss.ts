import { type CveSource, mebibytes } from '../source.ts'
import { openCsv } from '../../formats/csv.ts'
import { cveOf, dayOf, numberOf } from '../../formats/streamed/values.ts'
import { SourceRefused } from '../../refused.ts'

const maxFileBytes = 256 * mebibytes

/** FIRST's scores: how likely a CVE is exploited within 30 days. The first line says of which day. */
export const epss: CveSource = {
  kind: 'cve',
  name: 'epss',
  title: 'EPSS',
  gives:
    'The probability that a CVE is exploited within 30 days, and its place among all; kept week by week.',
  licence: 'Free to use, credit FIRST.org',
  credit: 'FIRST.org',
  home: 'https://www.first.org/epss/',
  urls: ['https://epss.empiricalsecurity.com/epss_scores-current.csv.gz'],
  isOfSeveralFiles: false,
  refreshHours: 24,
  files: /(?:^|\/)epss(?:_scores)?(?:-current|-\d{4}-\d\d-\d\d)?\.csv$/i,
  minRows: 1000,
  maxBytes: maxFileBytes,
  async *parse(file) {
    const { comments, rows } = await openCsv(file, maxFileBytes, ['cve', 'epss', 'percentile'])
    const said = /score_date:([\dT:+-]{10,})/.exec(comments.join(','))?.[1] ?? ''
    const date = dayOf(said, 'The first line')
    if (date === '')
      throw new SourceRefused('The first line does not say the day of the scores (score_date).')
    for await (const { number, row } of rows) {
      const where = `Row ${number}`
      const score = numberOf(row.epss ?? '', where, 0, 1)
      const percentile = numberOf(row.percentile ?? '', where, 0, 1)
      yield { cve: cveOf(row.cve ?? '', where), facts: { epss: { score, percentile, date } } }
    }
  },
}

/** Scores of earlier days side by side, a column a day: fills the history that weekly imports would. */
export const epssHistory: CveSource = {
  kind: 'cve',
  name: 'epss-history',
  title: 'EPSS of earlier weeks',
  gives: 'Earlier EPSS scores, so that a fresh installation can draw how a score came about.',
  licence: 'Free to use, credit FIRST.org',
  credit: 'FIRST.org',
  home: 'https://www.first.org/epss/',
  urls: [],
  isOfSeveralFiles: false,
  refreshHours: 0,
  files: /(?:^|\/)epss-history[\w.-]*\.csv$/i,
  minRows: 1,
  maxBytes: maxFileBytes,
  async *parse(file) {
    const { header, rows } = await openCsv(file, maxFileBytes, ['cve'])
    const days = header.filter((name) => name !== 'cve').map((name) => dayOf(name, `Column ${name}`))
    for await (const { number, row } of rows) {
      const where = `Row ${number}`
      const history = days
        .filter((date) => row[date] !== '')
        .map((date) => ({ date, score: numberOf(row[date] ?? '', where, 0, 1) }))
      yield { cve: cveOf(row.cve ?? '', where), facts: { epssHistory: history } }
    }
  },
}
