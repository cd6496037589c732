import type { SessionRow } from '#store/analytics/sessions/row.ts'
import { shortSliceMs, slices } from '#model/slices.ts'
import { accusesNobody, type AnalyzedRule } from '../analyze-rules.ts'
import { disjunctsOf } from '../dnf.ts'
import { anchorsOf } from './anchors.ts'
import { alternativesOf, askOf } from './ask.ts'
import { type Automaton, buildAutomaton } from './automaton.ts'
import { Finder, type Made, type Rule, type Search } from './finder.ts'
import { ReadColumns } from './session-reader.ts'

/** Rules ready for sessions on their way in. */
export interface Tagger {
  /**
   * The slugs of the rules that hold for each session, sorted: what `compileTagging` has the engine say of it. In slices,
   * since a session may hold what hundreds of rules look for.
   * @param now milliseconds of a clock that never goes back
   */
  tag: (rows: readonly SessionRow[], now?: () => number) => Promise<string[][]>
  /** Bytes of the automata, and their states. */
  bytes: number
  states: number
}

/** Makes a tagger in slices, which take a fifth of a second together for the rules as shipped. */
export async function buildTagger(rules: Iterable<AnalyzedRule>): Promise<Tagger> {
  const pause = slices(undefined, shortSliceMs)
  const steps = make(rules)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return taggerOf(value)
    await pause()
  }
}

function* make(from: Iterable<AnalyzedRule>): Generator<void, Made, undefined> {
  const columns = new ReadColumns()
  const rules: Rule[] = []
  const led: ReturnType<typeof disjunctsOf>[] = []
  for (const { slug, own, ofBackscatter } of from) {
    rules.push({ slug, alternatives: alternativesOf(own, columns), ofBackscatter })
    led.push(ofBackscatter ? null : disjunctsOf(own))
    yield
  }
  const searches: Search[] = []
  for (const { column, words, rules: ledTo } of yield* anchorsOf(led)) {
    const automaton = yield* buildAutomaton(words)
    searches.push({
      column: columns.numberOf(column),
      isList: column.shape === 'text-list',
      automaton,
      rules: ledTo.map((numbers) => numbers.map((number) => rules[number]!)),
    })
    yield
  }
  return {
    ofBackscatter: rules.filter((rule) => rule.ofBackscatter),
    always: rules.filter((rule, number) => !led[number] && !rule.ofBackscatter),
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
    async tag(rows, now) {
      const pause = slices(now, shortSliceMs)
      const finder = new Finder(made)
      const tagged: string[][] = []
      for (const row of rows) {
        finder.start(row)
        for (let column = finder.search(0); column > 0; column = finder.search(column)) await pause()
        finder.askAlways()
        if (finder.led.length <= fewRules) finder.askLed()
        else for (const rule of finder.led) await askInSlices(finder, rule, pause)
        tagged.push(finder.found.length > 1 ? [...new Set(finder.found)].toSorted() : finder.found)
        const over = pause()
        if (over) await over
      }
      return tagged
    },
  }
}

/** Rules that texts may lead to in a usual session. Of more, each may take as long as a slice. */
const fewRules = 8

async function askInSlices(
  { reader, found }: Finder,
  { slug, alternatives }: Rule,
  pause: () => Promise<void> | undefined,
): Promise<void> {
  for (const ask of alternatives) {
    const holds = ask(reader)
    const over = pause()
    if (over) await over
    if (holds) return void found.push(slug)
  }
}
