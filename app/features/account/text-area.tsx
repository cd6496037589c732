import { useId } from 'react'

export function TextArea({
  label,
  name,
  maxLength = 10_000,
  rows = 6,
}: {
  label: string
  name: string
  maxLength?: number
  rows?: number
}) {
  const id = useId()
  return (
    <div className="grid w-full gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        required
        rows={rows}
        maxLength={maxLength}
        className="w-full rounded-control border border-control bg-surface px-2 py-1 text-ink"
      />
    </div>
  )
}
