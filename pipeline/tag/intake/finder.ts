import type { SessionRow } from '#store/analytics/sessions/row.ts'
import type { Ask } from './ask.ts'
import type { Automaton } from './automaton.ts'
import { type ReadColumns, SessionReader } from './session-reader.ts'

export interface Rule {
  slug: string
  /** One of them must hold. */
  alternatives: readonly Ask[]
  ofBackscatter: boolean
}

/** What is looked for in one column. */
export interface Search {
  /** The column's number for the reader. */
  column: number
  isList: boolean
  automaton: Automaton
  /** By word: the rules that it leads to. */
  rules: readonly (readonly Rule[])[]
}

/** Rules made ready. */
export interface Made {
  /** Asked of every session, and of every one that may accuse somebody. */
  ofBackscatter: readonly Rule[]
  always: readonly Rule[]
  searches: readonly Search[]
  accusesNobody: Ask
  columns: ReadColumns
}

/** Looking through columns of so many texts may take as long as a slice. */
const manyTexts = 32

/** Finds the rules that hold for one session after the other. */
export class Finder {
  readonly reader: SessionReader
  /** Slugs of the rules that hold for the session at hand. */
  found: string[] = []
  /** Rules that its texts lead to. */
  led: Rule[] = []
  #accuses = false
  readonly #made: Made
  /** By column and state: the session, by its number, in which it was last seen. */
  readonly #seen: readonly Uint32Array[]
  readonly #isLed = new Set<Rule>()

  constructor(made: Made) {
    this.#made = made
    this.reader = new SessionReader(made.columns)
    this.#seen = made.searches.map(({ automaton }) => new Uint32Array(automaton.states))
  }

  start(row: SessionRow): void {
    this.reader.start(row)
    this.found = []
    if (this.led.length > 0) {
      this.led = []
      this.#isLed.clear()
    }
    this.#accuses = !this.#made.accusesNobody(this.reader)
  }

  /** Looks for rules from a column on. @returns the column to go on with after what took long; 0 when all is done */
  search(from: number): number {
    const { searches } = this.#made
    if (!this.#accuses) return 0
    for (let at = from; at < searches.length; at += 1) {
      const { column, isList, automaton, rules } = searches[at]!
      const value = this.reader.get(column)
      if (!value || (value as string | readonly string[]).length === 0) continue
      const seen = this.#seen[at]!
      const tell = (word: number): void => this.#lead(rules[word]!)
      if (!isList) {
        automaton.find(value as string, seen, this.reader.round, tell)
        continue
      }
      const texts = value as readonly string[]
      for (const text of texts) automaton.find(text, seen, this.reader.round, tell)
      if (texts.length > manyTexts && at + 1 < searches.length) return at + 1
    }
    return 0
  }

  #lead(rules: readonly Rule[]): void {
    for (const rule of rules) {
      if (this.#isLed.has(rule)) continue
      this.#isLed.add(rule)
      this.led.push(rule)
    }
  }

  askAlways(): void {
    this.#ask(this.#made.ofBackscatter)
    if (this.#accuses) this.#ask(this.#made.always)
  }

  askLed(): void {
    this.#ask(this.led)
  }

  #ask(rules: readonly Rule[]): void {
    const { reader } = this
    for (const { slug, alternatives } of rules)
      for (const ask of alternatives) {
        if (!ask(reader)) continue
        this.found.push(slug)
        break
      }
  }
}
