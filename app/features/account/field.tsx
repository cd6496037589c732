import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'
import { FieldHint } from './field-hint.tsx'

/** What was wrong with which field, by its name. */
const Errors = createContext<Readonly<Record<string, string>>>({})

export function FieldErrors({
  value,
  children,
}: {
  value: Readonly<Record<string, string>>
  children: ReactNode
}) {
  return <Errors value={value}>{children}</Errors>
}

/** What was wrong with a field; undefined where nothing is known to be. */
export const useFieldError = (name: string): string | undefined => useContext(Errors)[name]

/** A field with its label above it, a hint below, and what was wrong beside it. */
export function Field({
  label,
  name,
  hint,
  ...rest
}: { label: string; name: string; hint?: string } & ComponentProps<'input'>) {
  const id = useId()
  const error = useFieldError(name)
  return (
    <div className="grid w-full gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-hint` : undefined}
        className={`min-h-[34px] w-full rounded-control border bg-surface px-2 text-ink disabled:bg-sunken disabled:text-ink-3 pointer-coarse:min-h-11 ${error ? 'border-danger' : 'border-control'}`}
      />
      <FieldHint id={id} hint={hint} error={error} />
    </div>
  )
}
