import { type ComponentProps, useId } from 'react'
import { useFieldError } from './field.tsx'
import { FieldHint } from './field-hint.tsx'

/** A field of several lines with its label above it, a hint below, and what was wrong beside it. */
export function TextArea({
  label,
  name,
  hint,
  maxLength = 10_000,
  rows = 6,
  ...rest
}: { label: string; name: string; hint?: string } & ComponentProps<'textarea'>) {
  const id = useId()
  const error = useFieldError(name)
  return (
    <div className="grid w-full gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        name={name}
        rows={rows}
        maxLength={maxLength}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-hint` : undefined}
        className={`w-full rounded-control border bg-surface px-2 py-1 text-ink ${error ? 'border-danger' : 'border-control'}`}
      />
      <FieldHint id={id} hint={hint} error={error} />
    </div>
  )
}
