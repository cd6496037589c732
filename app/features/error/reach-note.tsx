import { counted } from '../../ui/numbers.ts'

/** A cut that the plan makes is said (specification §9); nothing where all is shown that was asked for. */
export function ReachNote({ shown, asked }: { shown: number; asked: number }) {
  if (shown >= asked) return null
  return (
    <p className="text-dense text-ink-2">
      {`Showing ${counted(shown, 'day')} of ${asked}. Upgrade to extend to 90 days.`}
    </p>
  )
}
