import type { ReactNode } from 'react'

const tones = {
  accent: 'bg-accent-soft text-accent-strong',
  plain: 'bg-hover text-ink-2',
  warn: 'bg-suspicious-soft text-suspicious',
} as const

export function Badge({
  tone = 'accent',
  children = 'new',
}: {
  tone?: keyof typeof tones
  children?: ReactNode
}) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-badge px-1.5 py-0.5 text-label font-medium ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
