import { type EvidenceKind, evidenceKinds } from '#model/evidence.ts'
import { intentionOf, type Line, lines } from './rule.ts'

/**
 * The rule in the words of the engine. The texts are made of the constants of rule.ts alone, never of a value.
 */
const quoted = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ')

/** A tag with these expressions for its intention and category meets the line. */
export function tagMeets(
  { intention, categories }: Line,
  of: { intention: string; category: string },
): string {
  const said = `${of.intention} = '${intention}'`
  return categories === null ? said : `(${said} AND ${of.category} IN (${quoted(categories)}))`
}

/** The kinds of evidence that meet the line. */
export const kindsMeeting = ({ intention }: Line): EvidenceKind[] =>
  evidenceKinds.filter((kind) => intentionOf[kind] === intention)

/** The class, of what says whether any reason meets a line. */
export const classificationSql = (anyMeets: (line: Line) => string): string =>
  `multiIf(${lines.map((line) => `${anyMeets(line)}, '${line.classification}'`).join(', ')}, 'unknown')`

/** A value for each class, of what says the value where that line decided; `otherwise` for unknown. */
export const byClassSql = (
  classification: string,
  valueOf: (line: Line) => string,
  otherwise: string,
): string =>
  `multiIf(${lines.map((line) => `${classification} = '${line.classification}', ${valueOf(line)}`).join(', ')}, ${otherwise})`
