import type { ReactNode } from 'react'

export function FormError({
  title = 'Error',
  message = 'Something went wrong',
}: {
  title?: string
  message?: ReactNode
}) {
  return (
    <div role="alert" className="rounded-control border border-danger bg-surface px-3 py-2">
      <p className="font-semibold text-danger">{title}</p>
      <p>{message}</p>
    </div>
  )
}
