/** What stands below a field: what was wrong with it, or what belongs into it. The field names it by `aria-describedby`. */
export function FieldHint({
  id,
  hint,
  error,
}: {
  id: string
  hint?: string | undefined
  error?: string | null | undefined
}) {
  if (!error && !hint) return null
  return (
    <p
      id={`${id}-hint`}
      role={error ? 'alert' : undefined}
      className={`text-dense ${error ? 'text-danger' : 'text-ink-2'}`}
    >
      {error ?? hint}
    </p>
  )
}
