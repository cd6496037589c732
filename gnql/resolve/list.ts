import { limits } from '../limits.ts'
import type { KnownList, KnownLists } from '../lists.ts'
import type { AddressList } from '../predicate.ts'
import { quote } from '../quoting.ts'
import { nearest } from '../suggest.ts'
import { plainText, type Text } from '../tree.ts'
import type { Span } from '../span.ts'
import { fold } from '../values/fold.ts'
import type { Diagnostics } from '../diagnostic.ts'

interface ListReading {
  diagnostics: Diagnostics
  lists?: KnownLists
}

/** The list that `list:NAME` names, among those that whoever asks may see; null where there is none to ask for. */
export function listNamed(text: Text, reading: ListReading): AddressList | null {
  const { lists, diagnostics } = reading
  const name = plainText(text)
  if (name === null) {
    refuseList(
      text.span,
      text.pieces.map((piece) => (typeof piece === 'string' ? piece : piece.wildcard)).join(''),
      reading,
    )
    return null
  }
  if (!lists) return null
  const known = lists.named.get(fold(name))
  if (known && 'addresses' in known) {
    if (known.others > 0)
      diagnostics.hint(text.span, {
        message: `${known.others + 1} lists are called "${name}": this is the one sent last. The others are named by their ids.`,
        found: name,
      })
    return known.addresses
  }
  const near = known || !diagnostics.open ? null : nearest(name, lists.names)
  diagnostics.error(text.span, {
    message: known
      ? problems[known.problem](name)
      : `You have no list "${name}".${near === null ? '' : ` Did you mean ${quote([near])}?`}`,
    expected: ['the name or id of a list'],
    found: name,
    suggestion: near === null ? null : quote([near]),
  })
  return null
}

const problems: Readonly<
  Record<Extract<KnownList, { problem: string }>['problem'], (name: string) => string>
> = {
  unread: (name) => `The list "${name}" is still being read: ask again when it is done.`,
  empty: (name) => `The list "${name}" holds no addresses.`,
  broken: (name) => `The list "${name}" cannot be read: analyze it again.`,
  'not-here': (name) =>
    `The list "${name}" is not on this server: ask the one that took it in, or analyze it again. With FILES_URL several servers share it.`,
  'too-many': () => `A query may name ${limits.lists} lists.`,
}

/** Patterns, ranges and `list:*`: a list is asked for by its whole name. */
export function refuseList(span: Span, found: string, { diagnostics }: ListReading): void {
  diagnostics.error(span, {
    message: 'A list is asked for by its whole name, without wildcards and ranges.',
    expected: ['the name or id of a list'],
    found,
  })
}
