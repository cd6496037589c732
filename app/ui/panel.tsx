import { type ReactNode, useId } from 'react'

/** Where a panel's numbers come from: which days, whose data, how old. */
export interface Provenance {
  window?: string
  source?: string
  age?: string
}

export function Panel({
  title,
  from,
  action,
  children,
  flush = false,
}: {
  title: string
  from?: Provenance
  action?: ReactNode
  children: ReactNode
  /** Content runs to the panel's edges (tables). */
  flush?: boolean
}) {
  const id = useId()
  const stated = [from?.window, from?.source, from?.age].filter(Boolean).join(' · ')
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-control border border-line bg-surface">
      <header className="flex flex-wrap items-baseline justify-between gap-x-3 border-b border-line px-4 py-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {(stated || action) && (
          <div className="flex flex-wrap items-baseline gap-x-3">
            {stated && <p className="text-label text-ink-3">{stated}</p>}
            {action}
          </div>
        )}
      </header>
      <div className={flush ? '' : 'px-4 py-3'}>{children}</div>
    </section>
  )
}
