import { counted } from '../../ui/numbers.ts'

/** Counts of tags follow the sessions after a while: on a busy machine one that is worth a word. Nothing where they are not behind. */
export function CountsNote({ behindSeconds, className = '' }: { behindSeconds: number; className?: string }) {
  if (behindSeconds === 0) return null
  const minutes = counted(Math.max(1, Math.floor(behindSeconds / 60)), 'minute')
  return (
    <p
      className={`text-dense text-ink-2 ${className}`}
    >{`Counts of tags are ${minutes} behind: what came since is not in them yet.`}</p>
  )
}
