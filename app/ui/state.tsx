import type { ReactNode } from 'react'
import { SignalFigure } from './signal-figure.tsx'

/** Nothing to show: one sentence why, and what to do about it. */
export function Empty({ why, children }: { why: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3 py-2">
      <SignalFigure shape="flat" />
      <p className="text-lead">{why}</p>
      {children}
    </div>
  )
}
