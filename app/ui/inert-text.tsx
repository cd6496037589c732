import { type Piece, pieces, visible } from './visible-text.ts'

/** Text an attacker wrote, shown as text only: unseen characters as visible escapes, never a link, cut at `limit`. */
export function InertText({
  text,
  limit = 400,
  mono = true,
}: {
  text: string
  limit?: number
  /** Names and sentences are set in the sans face; addresses, hashes, queries and payloads in mono. */
  mono?: boolean
}) {
  return (
    <bdi
      dir="ltr"
      className={mono ? 'inert mono' : 'inert'}
      {...(text.length > limit && { title: visible(text.slice(0, 4000)) })}
    >
      <Pieces text={text} limit={limit} />
    </bdi>
  )
}

/** The text alone, for elements that keep it apart themselves as `bdi` does. */
export function Pieces({ text, limit }: { text: string; limit: number }) {
  const cut = text.length > limit
  // A cut inside a surrogate pair leaves a lone surrogate, which is shown as an escape like any other.
  const shown = pieces(cut ? text.slice(0, limit) : text)
  const end = cut ? '…' : ''
  // One string where nothing is escaped: two would be told apart by a comment between them.
  if (!shown.some(({ escaped }) => escaped)) return `${shown[0]?.text ?? ''}${end}`
  return (
    <>
      {shown.map(drawn)}
      {end}
    </>
  )
}

const drawn = ({ text, escaped }: Piece, index: number) =>
  escaped ? (
    <span key={index} className="escape">
      {text}
    </span>
  ) : (
    text
  )
