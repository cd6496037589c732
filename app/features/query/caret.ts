import type { Span } from '#gnql/span.ts'

/** The line of the text a span lies on, cut to fit, and the marks that go under it. */
export interface CaretLine {
  text: string
  marks: string
}

const before = 70
const after = 70

/** Unseen characters become spaces, one a code unit as spans count them, so that the marks stay under their place. */
const oneColumn = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (unseen) => ' '.repeat(unseen.length))

/** Offsets outside the text are brought inside it; an empty span still gets one mark. */
export function caretLine(text: string, span: Span): CaretLine {
  const start = Math.max(0, Math.min(span.start, text.length))
  const end = Math.max(start + 1, Math.min(span.end, text.length))
  const from = Math.max(0, start - before)
  const to = Math.min(text.length, end + after)
  const lead = from > 0 ? '…' : ''
  const width = Math.min(end, to) - start
  return {
    text: `${lead}${oneColumn(text.slice(from, to))}${to < text.length ? '…' : ''}`,
    marks: ' '.repeat(lead.length + start - from) + '^'.repeat(Math.max(1, width)),
  }
}
