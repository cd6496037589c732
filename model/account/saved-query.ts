import { notInLine } from '../line.ts'

/** A query that somebody wants again. */
export interface SavedQuery {
  /** "": none of its own, it is called by its text. */
  name: string
  gnql: string
  /** How its page shows it, as the address says: "?sort=severity". */
  view: string
}

/** What is kept of them; lengths in characters. */
export const savedLimits = {
  /** In one account. */
  account: 200,
  /** In one browser, which is what an account takes over at once. */
  browser: 50,
  name: 100,
  view: 2000,
} as const

/** Text that every database gives back as it was: without U+0000 and halves of a surrogate pair. */
export const keepableText = /^[^\0\p{Cs}]*$/u

/** Behind the address of a query it leads to no other page. */
export const viewText = /^(?:\?[\x21-\x7e]*)?$/

const unfit = new RegExp(`[${notInLine}]+`, 'gu')

/** A name as it was typed, as one that can be kept. */
export const savedName = (typed: string): string =>
  typed.replaceAll(unfit, ' ').trim().slice(0, savedLimits.name).toWellFormed()
