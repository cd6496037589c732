import type { Session } from '#model/session.ts'
import { shortSliceMs, slices } from '#model/slices.ts'
import { accusesNobody, type AnalyzedRule } from '../analyze-rules.ts'
import { disjunctsOf } from '../dnf.ts'
import { anchorsOf } from './anchors.ts'
import { alternativesOf, type Ask, askOf } from './ask.ts'
import { type Automaton, buildAutomaton } from './automaton.ts'
import { ReadColumns, SessionReader } from './session-reader.ts'

/** Rules ready for sessions on their way in. */
export interface Tagger {
  /**
   * The slugs of the rules that hold for each session, sorted: what `compileTagging` has the engine say of it. In slices,
   * since a session may hold what hundreds of rules look for.
   * @param now milliseconds of a clock that never goes back
   */
  tag: (sessions: readonly Session[], now?: () => number) => Promise<string[][]>
  /** Bytes of the automata, and their states. */
  bytes: number
  states: number
}

interface Search {
  /** The column's number for the reader. */
  column: number
  isList: boolean
  automaton: Automaton
  /** By word: the rules that it leads to. */
  rules: readonly (readonly number[])[]
}

/** With a number a state: the turn in which it was last seen. */
interface OwnSearch extends Search {
  seen: Uint32Array
}

interface Made {
  /** By rule: what must hold, in alternatives. */
  asks: readonly (readonly Ask[])[]
  slugs: readonly string[]
  /** By rule, whether texts lead to it: asking such a one may take long. */
  isLed: readonly boolean[]
  /** Rules that are asked of every session that may accuse somebody; and those that are asked of all. */
  always: readonly number[]
  ofBackscatter: readonly number[]
  searches: readonly Search[]
  accusesNobody: Ask
  columns: ReadColumns
}

/** Makes a tagger in slices: some tens of milliseconds of work for the rules as shipped. */
export async function buildTagger(rules: readonly AnalyzedRule[]): Promise<Tagger> {
  const pause = slices(undefined, shortSliceMs)
  const steps = make(rules)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return taggerOf(value)
    await pause()
  }
}

function* make(rules: readonly AnalyzedRule[]): Generator<void, Made, undefined> {
  const columns = new ReadColumns()
  const asks: (readonly Ask[])[] = []
  const led: ReturnType<typeof disjunctsOf>[] = []
  for (const { own, ofBackscatter } of rules) {
    asks.push(alternativesOf(own, columns))
    led.push(ofBackscatter ? null : disjunctsOf(own))
    yield
  }
  const searches: Search[] = []
  for (const { column, words, rules: ledTo } of anchorsOf(led)) {
    const automaton = yield* buildAutomaton(words)
    const isList = column.shape === 'text-list'
    searches.push({ column: columns.numberOf(column), isList, automaton, rules: ledTo })
    yield
  }
  const numbers = [...rules.keys()]
  return {
    asks,
    slugs: rules.map(({ slug }) => slug),
    isLed: led.map((disjuncts) => disjuncts !== null),
    always: numbers.filter((at) => !led[at] && !rules[at]?.ofBackscatter),
    ofBackscatter: numbers.filter((at) => rules[at]?.ofBackscatter),
    searches,
    accusesNobody: askOf(accusesNobody, columns),
    columns,
  }
}

function taggerOf(made: Made): Tagger {
  const total = (each: (automaton: Automaton) => number): number =>
    made.searches.reduce((sum, { automaton }) => sum + each(automaton), 0)
  return {
    bytes: total(({ bytes }) => bytes),
    states: total(({ states }) => states),
    async tag(sessions, now) {
      const pause = slices(now, shortSliceMs)
      const finder = new Finder(made)
      const { asks, slugs, isLed } = made
      const tagged: string[][] = []
      for (const session of sessions) {
        const found: string[] = []
        finder.start(session)
        for (const search of finder.searches) {
          const over = finder.find(search) ? pause() : undefined
          if (over) await over
        }
        for (const rule of finder.candidates)
          for (const ask of asks[rule]!) {
            const holds = ask(finder.reader)
            if (holds) found.push(slugs[rule]!)
            const over = isLed[rule] ? pause() : undefined
            if (over) await over
            if (holds) break
          }
        const over = pause()
        if (over) await over
        tagged.push(found.length > 1 ? [...new Set(found)].toSorted() : found)
      }
      return tagged
    },
  }
}

/** Columns of so many texts take long. */
const manyTexts = 32

/** Finds the rules that may hold for one session after the other. */
class Finder {
  readonly reader: SessionReader
  /** What the session at hand is to be looked through for; nothing where it accuses nobody. */
  searches: readonly OwnSearch[] = []
  /** Those that are asked of every session, and behind them those that were found. */
  candidates: number[] = []
  readonly #made: Made
  readonly #searches: readonly OwnSearch[]
  /** By rule: the turn in which it was found. */
  readonly #found: Uint32Array

  constructor(made: Made) {
    this.#made = made
    this.reader = new SessionReader(made.columns)
    this.#searches = made.searches.map((search) => ({
      ...search,
      seen: new Uint32Array(search.automaton.states),
    }))
    this.#found = new Uint32Array(made.asks.length)
  }

  start(session: Session): void {
    const { always, ofBackscatter, accusesNobody } = this.#made
    this.reader.start(session)
    const accuses = !accusesNobody(this.reader)
    this.searches = accuses ? this.#searches : []
    this.candidates = accuses ? [...ofBackscatter, ...always] : [...ofBackscatter]
  }

  /** Looks through one column. @returns whether that may have taken long */
  find({ column, isList, automaton, rules, seen }: OwnSearch): boolean {
    const value = this.reader.get(column)
    if (!value) return false
    const texts = isList ? (value as readonly string[]) : [value as string]
    if (texts.length === 0) return false
    const { turn } = this.reader
    const tell = (word: number): void => {
      for (const rule of rules[word]!) {
        if (this.#found[rule] === turn) continue
        this.#found[rule] = turn
        this.candidates.push(rule)
      }
    }
    for (const text of texts) automaton.find(text, seen, turn, tell)
    return texts.length > manyTexts
  }
}
