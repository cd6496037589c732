import type { ComponentProps } from 'react'

export interface SelectOption {
  label: string
  value: string | number
}

/** One of a list that opens. The browser's own: keys, forms and phones know it, and it works without scripts. Its label stands beside it. */
export function Select({
  options,
  className = '',
  ...rest
}: { options: readonly SelectOption[] } & Omit<ComponentProps<'select'>, 'children'>) {
  return (
    <select
      {...rest}
      className={`min-h-[34px] max-w-full rounded-control border bg-surface px-2 text-body font-normal text-ink disabled:bg-sunken disabled:text-ink-3 pointer-coarse:min-h-11 ${rest['aria-invalid'] ? 'border-danger' : 'border-control'} ${className}`}
    >
      {options.map(({ label, value }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
