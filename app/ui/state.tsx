import type { ReactNode } from 'react'
import { Trace } from './trace.tsx'

/** Nothing to show: one sentence why, and what to do about it. */
export function Empty({ why, children }: { why: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3 py-2">
      <Trace shape="flat" />
      <p className="text-lead">{why}</p>
      {children}
    </div>
  )
}

/** A part that failed while the rest of the page stays. */
export function Failed({ what, retry, requestId }: { what: string; retry: string; requestId?: string }) {
  return (
    <div role="alert" className="grid gap-1 py-2">
      <p>{what} could not be loaded.</p>
      <p>
        <a href={retry}>Retry</a>
        {requestId && <span className="text-ink-3"> · request {requestId}</span>}
      </p>
    </div>
  )
}
