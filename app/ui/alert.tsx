import { type ReactNode, useState } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

const variants: Record<AlertVariant, { icon: IconName; ink: string }> = {
  info: { icon: 'info', ink: 'text-info' },
  success: { icon: 'circle-check', ink: 'text-ok' },
  warning: { icon: 'triangle-alert', ink: 'text-warn' },
  error: { icon: 'circle-alert', ink: 'text-danger' },
}

export type AlertVariant = 'info' | 'success' | 'warning' | 'error'

export function Alert({
  variant = 'info',
  closable = false,
  children,
}: {
  variant?: AlertVariant
  closable?: boolean
  children: ReactNode
}) {
  const [open, setOpen] = useState(true)
  if (!open) return null
  const { icon, ink } = variants[variant]
  return (
    <div
      role={variant === 'error' ? 'alert' : 'status'}
      className="flex items-start gap-2 rounded-control border border-line-strong bg-surface px-3 py-2"
    >
      <span className={`mt-0.5 ${ink}`}>
        <Icon name={icon} label={variant} />
      </span>
      <div className="min-w-0 flex-1">{children}</div>
      {closable && (
        <button
          type="button"
          className="scripted size-6 items-center justify-center rounded-control hover:bg-hover"
          onClick={() => setOpen(false)}
        >
          <Icon name="x" label="Dismiss" />
        </button>
      )}
    </div>
  )
}
