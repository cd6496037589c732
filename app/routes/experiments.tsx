import { Link } from 'react-router'
import { queryHref, todaysQuery } from '../query-href.ts'
import { Empty } from '../ui/state.tsx'
import { pageTexts } from '../page-texts.ts'

export const meta = () =>
  pageTexts('Experiments · Noisefloor', 'Views that are being tried and may change or vanish.')

export default function Experiments() {
  return (
    <div className="grid gap-5">
      <h1 className="text-head font-semibold">Experiments</h1>
      <p className="max-w-prose text-ink-2">
        Views that are being tried. Each may change or vanish, and nothing else depends on it.
      </p>
      <Empty why="This version has no experiment.">
        <Link to={queryHref(todaysQuery)}>View today’s IPs</Link>
      </Empty>
    </div>
  )
}
