import { useId } from 'react'

export function TextArea({ label, name }: { label: string; name: string }) {
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
        rows={6}
        maxLength={10_000}
        className="w-full rounded-control border border-control bg-surface px-2 py-1 text-ink"
      />
    </div>
  )
}
