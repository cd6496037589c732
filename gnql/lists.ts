import type { AddressList } from './predicate.ts'

/** A list of addresses as a query may name it, or why it cannot be asked for. */
export type KnownList =
  | {
      addresses: AddressList
      /** How many others have the same name; this one was sent last. */
      others: number
    }
  /** It is still being read, holds nothing, cannot be read, its file is not on this server, or the query names too many. */
  | { problem: 'unread' | 'empty' | 'broken' | 'not-here' | 'too-many' }

/** The lists of whoever asks. Without them (in a browser, in a rule) names of lists are not looked at, and match nothing. */
export interface KnownLists {
  /** Those that the text names, by what it calls them (folded): a name or an id. */
  named: ReadonlyMap<string, KnownList>
  /** Names of all, for "did you mean". */
  names: readonly string[]
}
