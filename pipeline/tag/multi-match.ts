import { likePattern } from '#store/analytics/predicate/like.ts'
import type { Names } from '#store/analytics/predicate/column-names.ts'
import { minPieceLength, type TextTest, type Disjunct } from './dnf.ts'

/** A variant with the slug it stands for and the number of its rest: 0 for none, from 1 otherwise. */
export interface Numbered {
  slug: string
  disjunct: Disjunct
  rest: number
}

/** What is looked for in one column. Places are counted from 1, as the engine counts. */
interface Searches {
  /** Every piece of every test once, as an expression. */
  literals: string[]
  /** By piece: the tests it leads to. A test is led to by its rarest piece. */
  tests: number[][]
  /** By test: the pieces it needs, its pattern, its code. */
  needs: number[][]
  patterns: string[]
  codes: number[]
}

const types = {
  literals: 'Array(String)',
  tests: 'Array(Array(UInt32))',
  needs: 'Array(Array(UInt64))',
  patterns: 'Array(String)',
  codes: 'Array(UInt64)',
} as const

type Listed = string | number | readonly Listed[]

/** A list as the engine writes lists as text. */
const listText = (value: Listed): string => {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`
  return `[${value.map(listText).join(',')}]`
}

/**
 * A long list as a parameter: as text it is one value to the engine until the list is needed, as a typed parameter it is
 * thousands of them, which each step of reading the statement goes through.
 */
const longList = (params: Record<string, unknown>, name: string, list: Listed, type: string): string => {
  params[name] = listText(list)
  return `CAST({${name}:String}, '${type}')`
}

/**
 * A code says of a found text: variant (from 1), number of its rest (16 bits), number of its clauses (8 bits), which
 * clause this is (8 bits). A variant holds when as many different codes of it were found as it has clauses.
 */
const codeOf = (variant: number, rest: number, clauses: number, clause: number): number =>
  variant * 2 ** 32 + rest * 2 ** 16 + clauses * 2 ** 8 + clause

/** A text as a regular expression that means just it; by numbers, since no character may have another meaning. */
const literalExpression = (text: string): string =>
  [...text]
    .map((char) => (/[a-z0-9/]/.test(char) ? char : `\\x{${char.codePointAt(0)?.toString(16) ?? ''}}`))
    .join('')

/** A test and the code that says it was passed. */
interface Coded extends TextTest {
  code: number
}

const codedTests = (numbered: readonly Numbered[]): Coded[] =>
  numbered.flatMap(({ disjunct: { clauses }, rest }, at) =>
    clauses.flatMap((tests, clause) =>
      tests.map((test) => ({ ...test, code: codeOf(at + 1, rest, clauses.length, clause) })),
    ),
  )

/** Fewest tests hold it; among those the longest. Only pieces long enough to lead. */
const rarest = ({ pieces }: TextTest, holders: ReadonlyMap<string, number>): string =>
  pieces
    .filter(({ length }) => length >= minPieceLength)
    .reduce((best, piece) => {
      const [mine = 0, its = 0] = [holders.get(piece), holders.get(best)]
      return mine < its || (mine === its && piece.length > best.length) ? piece : best
    })

const searchesOf = (tests: readonly Coded[]): Searches => {
  const holders = new Map<string, number>()
  for (const { pieces } of tests)
    for (const piece of pieces) holders.set(piece, (holders.get(piece) ?? 0) + 1)
  const places = new Map([...holders.keys()].map((piece, index) => [piece, index + 1]))
  const led = [...places].map((): number[] => [])
  for (const [index, test] of tests.entries())
    led[(places.get(rarest(test, holders)) ?? 0) - 1]?.push(index + 1)
  return {
    literals: [...places.keys()].map(literalExpression),
    tests: led,
    needs: tests.map(({ pieces }) => pieces.map((piece) => places.get(piece) ?? 0)),
    patterns: tests.map(({ pattern }) => likePattern(pattern)),
    codes: tests.map(({ code }) => code),
  }
}

/**
 * All variants in one pass: a column is read once for the pieces of all tests (one automaton, whatever their number);
 * a piece leads to the tests that have none rarer; where all pieces of such a test are found, its pattern is held against
 * the text; codes that belong together are counted. The text of the SQL does not grow with the rules. `rests` yields the
 * numbers of the rests that hold, Array(UInt16).
 */
export function searchSql(
  numbered: readonly Numbered[],
  { names, rests }: { names: Names; rests: () => string },
): { sql: string; params: Record<string, unknown> } {
  const params: Record<string, unknown> = {}
  const slugs = longList(
    params,
    'search_slugs',
    numbered.map(({ slug }) => slug),
    'Array(String)',
  )
  const byColumn = Map.groupBy(codedTests(numbered), ({ column }) => column.name)
  const found = [...byColumn.values()].map((searched) => {
    const [{ column }] = searched as [Coded]
    const searches = searchesOf(searched)
    const list = (kind: keyof Searches): string =>
      longList(params, `search_${column.name}_${kind}`, searches[kind], types[kind])
    const [literals, tests, needs, patterns, codes] = [
      list('literals'),
      list('tests'),
      list('needs'),
      list('patterns'),
      list('codes'),
    ]
    const of = (text: string, again = text): string =>
      `arrayFlatten(arrayMap(pieces_ -> arrayMap(test_ -> ${codes}[test_], ` +
      `arrayFilter(test_ -> hasAll(pieces_, ${needs}[test_]) AND ${again} LIKE ${patterns}[test_], ` +
      `arrayFlatten(arrayMap(piece_ -> ${tests}[piece_], pieces_)))), [multiMatchAllIndices(${text}, ${literals})]))`
    const { expr } = names(column)
    const ofAll = (texts: string): string => `arrayFlatten(arrayMap(text_ -> ${of('text_')}, ${texts}))`
    if (column.shape === 'text-list') return ofAll(expr)
    return of(expr, names(column).expr)
  })
  const codes = `(arrayDistinct(arrayConcat(emptyArrayUInt64(), ${found.join(', ')})) AS found_codes)`
  const variants = `arrayMap(code_ -> bitShiftRight(code_, 8), ${codes})`
  // The rests stand outside of the lambdas that ask for them, or they would be asked once an element.
  const held = `if(empty(found_codes), emptyArrayUInt16(), ${rests()})`
  const whole =
    'countEqual(variants_, one_) = bitAnd(one_, 255) AND ' +
    '(bitAnd(one_, 16776960) = 0 OR has(rests_, bitAnd(bitShiftRight(one_, 8), 65535)))'
  // Named by a lambda, not by an alias: the engine goes through all that an alias stands for wherever it is called.
  const sql =
    `arrayMap((variants_, rests_) -> arrayMap(one_ -> ${slugs}[bitShiftRight(one_, 24)], ` +
    `arrayFilter(one_ -> ${whole}, arrayDistinct(variants_))), [${variants}], [${held}])[1]`
  return { sql, params }
}
