import type { ComponentProps, ReactNode } from 'react'

/** A table in its own scrolling region: focusable and labelled, so that keyboards can scroll it (WCAG 2.1.1). */
export function Table({
  label,
  children,
  className = '',
}: {
  label: string
  children: ReactNode
  className?: string
}) {
  return (
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className={`w-full border-collapse text-left text-dense ${className}`}>{children}</table>
    </div>
  )
}

export function Heading({ className = '', ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={`h-8 border-b border-line-strong px-2 first:pl-3 text-label font-semibold whitespace-nowrap text-ink-2 ${className}`}
    />
  )
}

export function Row({ className = '', ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={`row ${className}`} />
}

export function Cell({ className = '', ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={`cell ${className}`} />
}
