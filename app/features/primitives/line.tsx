import type { ReactNode } from 'react'

/** Samples beside each other, and which states they show. */
export const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid min-w-0 gap-1">
    <h3 className="text-label font-semibold text-ink-3">{name}</h3>
    <div className="flex min-w-0 flex-wrap items-center gap-3">{children}</div>
  </div>
)
