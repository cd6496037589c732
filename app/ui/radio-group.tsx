import { useId } from 'react'
import { Icon } from './icon.tsx'
import { Tooltip } from './tooltip.tsx'

export interface RadioItem {
  label: string
  value: string
  tooltip?: string
  disabled?: boolean
}

const sizes = {
  xs: 'text-label gap-1.5 min-h-6',
  sm: 'text-dense gap-1.5 min-h-7',
  md: 'gap-2 min-h-8',
  lg: 'text-lead gap-2 min-h-9',
} as const

/** One of several. The browser's own radios: arrow keys, forms and asking for an answer work without scripts. */
export function RadioGroup({
  label,
  name,
  items,
  defaultValue,
  size = 'md',
  required = false,
  error,
}: {
  label: string
  name: string
  items: readonly RadioItem[]
  defaultValue?: string
  size?: keyof typeof sizes
  required?: boolean
  /** true: the usual words. */
  error?: string | true
}) {
  const id = useId()
  const said = error === true ? 'This field is required' : error
  return (
    <fieldset aria-describedby={said ? id : undefined} aria-invalid={said ? true : undefined}>
      <legend className="mb-1 font-medium">
        {label}
        {required && (
          <span aria-hidden className="text-danger">
            {' *'}
          </span>
        )}
      </legend>
      <div className="flex flex-wrap gap-x-4">
        {items.map((item) => (
          <span key={item.value} className="inline-flex items-center gap-1">
            <label className={`inline-flex items-center pointer-coarse:min-h-11 ${sizes[size]}`}>
              <input
                type="radio"
                name={name}
                value={item.value}
                defaultChecked={item.value === defaultValue}
                disabled={item.disabled}
                required={required}
                className="accent-accent"
              />
              <span className={item.disabled ? 'text-ink-3' : ''}>{item.label}</span>
            </label>
            {item.tooltip && (
              <Tooltip text={item.tooltip}>
                {(about) => (
                  <button
                    type="button"
                    aria-describedby={about}
                    aria-label={`About ${item.label}`}
                    className="inline-flex size-6 items-center justify-center text-ink-2"
                  >
                    <Icon name="tooltip" size="sm" />
                  </button>
                )}
              </Tooltip>
            )}
          </span>
        ))}
      </div>
      {said && (
        <p id={id} role="alert" className="text-dense text-danger">
          {said}
        </p>
      )}
    </fieldset>
  )
}
