import { operatorVerdicts } from '#model/dispute.ts'
import { type EvidenceKind, evidenceKinds } from '#model/evidence.ts'
import { intentionOf, intentionSet, type Line, lines, tagLines } from './rule.ts'

/**
 * The rule in the words of the engine. The texts are made of the constants of rule.ts alone, never of a value.
 */
const quoted = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ')

/** A tag with these expressions for its intention and category meets the line, which is one of `tagLines`. */
export function tagMeets(
  { intention, categories }: Line,
  of: { intention: string; category: string },
): string {
  const said = `${of.intention} = '${intention}'`
  return categories === null ? said : `(${said} AND ${of.category} IN (${quoted(categories)}))`
}

/** The kinds of evidence of others that meet the line. */
export const kindsMeeting = ({ intention, isOperators }: Line): Exclude<EvidenceKind, 'operator'>[] =>
  isOperators
    ? []
    : evidenceKinds.filter((kind) => kind !== 'operator').filter((kind) => intentionOf[kind] === intention)

/** How the operator's words that meet the line begin. */
export const wordsMeeting = ({ intention, isOperators }: Line): string[] =>
  isOperators
    ? operatorVerdicts
        .filter((verdict) => intentionSet[verdict] === intention)
        .map((verdict) => `operator:${verdict}-`)
    : []

const classOf = (of: readonly Line[], anyMeets: (line: Line) => string): string =>
  `multiIf(${of.map((line) => `${anyMeets(line)}, '${line.classification}'`).join(', ')}, 'unknown')`

/** The class, of what says whether any reason meets a line. */
export const classificationSql = (anyMeets: (line: Line) => string): string => classOf(lines, anyMeets)

/** The class by tags alone, of what says whether any of them meets a line. */
export const classificationOfTagsSql = (anyMeets: (line: Line) => string): string =>
  classOf(tagLines, anyMeets)

/**
 * The list of the line that decided, of what says the list of each; the empty one where none did. Of two lines with one class
 * it is the first that has a reason. Each list is written once: the engine reads it wherever it stands, which is most of what few
 * documents cost.
 */
export const byLineSql = (classification: string, listOf: (line: Line) => string): string =>
  `arrayFirst(list -> notEmpty(list), [${lines
    .map((line) => `if(${classification} = '${line.classification}', ${listOf(line)}, emptyArrayString())`)
    .join(', ')}])`
