import { pieces, visible } from './visible-text.ts'

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
  const cut = text.length > limit
  // A cut inside a surrogate pair leaves a lone surrogate, which is shown as an escape like any other.
  const shown = cut ? text.slice(0, limit) : text
  return (
    <bdi
      dir="ltr"
      className={mono ? 'inert font-mono font-normal' : 'inert'}
      {...(cut && { title: visible(text.slice(0, 4000)) })}
    >
      {pieces(shown).map((piece, index) =>
        piece.escaped ? (
          <span key={index} className="escape">
            {piece.text}
          </span>
        ) : (
          piece.text
        ),
      )}
      {cut && '…'}
    </bdi>
  )
}
