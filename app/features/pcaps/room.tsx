import { megabyte } from '#model/pcap.ts'
import type { PcapRoom } from '#services/pcap/room.ts'
import { counted } from '../../ui/numbers.ts'
import { sizeText } from '../analysis/bytes.ts'

/** What the plan gives, and how much of it is taken. */
export function Room({ room: { fileSize, sessions, atOnce, keptSize, keptDays, use } }: { room: PcapRoom }) {
  return (
    <p className="max-w-[80ch] text-ink-2">
      Your plan allows {sizeText(fileSize * megabyte)} of {counted(sessions, 'session')} a file,{' '}
      {counted(atOnce, 'file')} at once, and {sizeText(keptSize * megabyte)} in all for{' '}
      {counted(keptDays, 'day')}. Taken: {sizeText(use.bytes)}
      {use.open > 0 && `, ${counted(use.open, 'file')} not done`}.
    </p>
  )
}
