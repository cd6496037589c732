import type { ReactNode } from 'react'

/** One of a list, with what can be done to it beside it. */
export function Row({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-b border-line py-2 last:border-0">
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </li>
  )
}
