import { Link } from 'react-router'
import type { AnalysisPart } from '#model/analysis.ts'
import { queryHref } from '../../query-href.ts'
import { buttonLook } from '../../ui/button.tsx'
import { classOf } from './parts.ts'

/** The list as a condition of a query over everything: from there it goes on like every query. */
export function QueryThese({ term, part, query }: { term: string; part: AnalysisPart; query: string }) {
  const ofClass = classOf(part)
  const shown = [term, ofClass && `classification:${ofClass}`, query && `(${query})`]
  return (
    <Link to={queryHref(shown.filter(Boolean).join(' '))} className={buttonLook({ variant: 'secondary' })}>
      Query these
    </Link>
  )
}
