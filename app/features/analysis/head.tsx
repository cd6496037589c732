import { Link, useNavigate } from 'react-router'
import type { Analysis } from '#model/analysis.ts'
import { Badge } from '../../ui/badge.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useIsHere } from '../../ui/use-is-here.ts'
import { Acts } from './acts.tsx'
import { sizeText } from './bytes.ts'
import { kindWords } from './kind.ts'

const iso = (at: number): string => new Date(at).toISOString()

/** Which list it is, and what whoever made it may do with it. */
export function Head({ analysis }: { analysis: Analysis }) {
  const navigate = useNavigate()
  const isHere = useIsHere()
  const { kind, name, fileName, bytes, shared, own, created, expires } = analysis
  const { path, title } = kindWords[kind]
  const onRemoved = () => {
    toast('The analysis is deleted')
    if (isHere()) void navigate(path, { replace: true })
  }
  return (
    <header className="grid gap-2">
      <nav aria-label="Breadcrumb" className="chrome">
        <Link to={path} className="inline-flex min-h-6 items-center text-dense">
          {title}
        </Link>
      </nav>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-head font-semibold">
          <InertText text={name} limit={200} mono={false} />
        </h1>
        <div className="chrome">
          <Acts analysis={analysis} onRemoved={onRemoved} />
        </div>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-3 text-dense text-ink-2">
        {fileName !== '' && fileName !== name && <InertText text={fileName} limit={120} mono={false} />}
        <span>{sizeText(bytes)}</span>
        <span>
          sent <Moment at={iso(created)} />
        </span>
        <span>
          kept until <Moment at={iso(expires)} />
        </span>
        {shared && <Badge tone="plain">{own ? 'shared' : 'shared with you'}</Badge>}
      </p>
    </header>
  )
}
