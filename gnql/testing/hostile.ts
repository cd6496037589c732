import { apply, complete } from '../complete/complete.ts'
import { noData } from '../complete/data.ts'
import { explain } from '../explain/explain.ts'
import { parse } from '../parse.ts'
import { print } from '../print.ts'
import { analyze } from '../analyze.ts'
import { sentence } from '../describe/sentence.ts'
import { ipDocument } from './documents.ts'
import { withoutSpans } from './trees.ts'

/** What must hold of any text at all, and texts that try to break it. */

/** Every character with a meaning of its own, and some without. */
export const hostileLetters = [...String.raw`a:"\()-![]{>*/ 1`, '\n']
/** The few that make most of the grammar, for texts as long as seven of them. */
export const fewLetters = [...String.raw`a:"\()-* `]
/** Pieces that reach fields, operators, ranges and half characters. */
export const hostilePieces = [
  ...String.raw`a:"\()-![]{}<>*?/ &|,~^+=`,
  ' AND ',
  ' or',
  'not ',
  ' TO ',
  'ip:',
  'tags:',
  'port:',
  'last_seen:',
  '::',
  '1',
  ':1',
  '1d',
  '\n',
  '\ud800',
  '\u00a0',
  '“',
  '：',
]

/** All texts of at most `maxLength` letters. */
export function* everyText(letters: readonly string[], maxLength: number, begun = ''): Generator<string> {
  yield begun
  if (maxLength > 0) for (const letter of letters) yield* everyText(letters, maxLength - 1, begun + letter)
}

const now = Date.UTC(2026, 10, 21, 12)
const nothing = ipDocument()

const must = (holds: boolean, what: string, text: string): void => {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(text)}`)
}

/**
 * The text gives an answer or a diagnostic at its place; what can be read prints to a text that reads the same.
 * @throws Error that names the text and what does not hold
 */
export function answersOrTeaches(text: string): ReturnType<typeof analyze> {
  const understood = analyze(text, { catalogue: 'ip', now })
  const { ok, diagnostics } = understood
  for (const { span, message } of diagnostics) {
    must(span.start >= 0 && span.start <= span.end && span.end <= text.length, 'span', text)
    must(message !== '', 'no words', text)
  }
  must(
    ok !== diagnostics.some(({ severity }) => severity === 'error'),
    'an error and an answer, or none',
    text,
  )
  const { tree, diagnostics: unread } = parse(text)
  must(unread.length === 0 || !ok, 'forgot what parsing said', text)
  if (unread.length === 0) {
    const again = parse(print(tree))
    const same = JSON.stringify(withoutSpans(again.tree)) === JSON.stringify(withoutSpans(tree))
    must(same && again.diagnostics.length === 0, `printed as ${JSON.stringify(print(tree))}`, text)
  }
  return understood
}

/** As above, and nothing that speaks about a query falls over it: sentence, explanation, completion at every place. */
export function speaksAbout(text: string): void {
  const understood = answersOrTeaches(text)
  if (understood.ok) {
    must(sentence(understood, 'ip') !== '', 'no sentence', text)
    explain(understood, nothing)
  }
  for (let cursor = 0; cursor <= text.length; cursor++) {
    const completion = complete({ text, cursor, data: noData })
    const [item] = completion.items
    if (!item) continue
    const after = apply(text, completion, item)
    must(after.cursor >= 0 && after.cursor <= after.text.length, `cursor of ${item.label}`, text)
  }
}
