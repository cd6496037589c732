import { can, type EntitlementId, type Plan } from '../entitlements.ts'
import { emptyOf } from './column.ts'
import { ipDocumentColumns, type NamedColumn } from './columns.ts'

/** The groups of an address's fields that a plan may lack. */
export type FieldGroup = EntitlementId

export const fieldGroups: readonly FieldGroup[] = [
  ...new Set(ipDocumentColumns.flatMap(({ entitlement }) => entitlement ?? [])),
]

/** The groups that a plan lacks; none for most. */
export const lackingGroups = (plan: Plan): readonly FieldGroup[] =>
  fieldGroups.filter((group) => !can(plan, group))

/** What a plan leaves out, as pages need to know it. */
export interface PlanLimits {
  /** How many days back searches reach. */
  historicDays: number
  /** Groups of fields that the plan lacks. */
  lacking: readonly FieldGroup[]
}

const columnsOf = (groups: readonly FieldGroup[]): readonly NamedColumn[] =>
  groups.length === 0
    ? []
    : ipDocumentColumns.filter(({ entitlement }) => entitlement !== undefined && groups.includes(entitlement))

/** The member of the document that a column is, or half of. */
const memberOf = ({ name, pair }: NamedColumn): string => pair?.split('.')[0] ?? name

/** Whether both halves of a pair are among these columns. */
const isWhole = (member: string, columns: readonly NamedColumn[]): boolean =>
  columns.filter((column) => column.pair !== undefined && memberOf(column) === member).length === 2

/** Of "scan.protocol" the second; only words are withheld without their other half. */
const halfOf = ({ pair = '' }: NamedColumn): string => pair.split('.')[1] ?? ''

/** Columns of these groups; of a pair also "list.member", as predicates call it. */
export const withheldColumns = (groups: readonly FieldGroup[]): ReadonlySet<string> =>
  new Set(columnsOf(groups).flatMap(({ name, pair }) => (pair === undefined ? [name] : [name, pair])))

/** Paths in the record of the API that stand empty for whoever lacks these groups, as `restricted_fields` lists them. */
export const restrictedPaths = (groups: readonly FieldGroup[]): string[] =>
  columnsOf(groups).flatMap(({ wire = {} }) => Object.keys(wire))

/**
 * Empties every member that belongs to one of these groups, of a document or of whatever else names its members as a document
 * does: nothing that is made of it later can tell what stood there.
 */
export function withholding(groups: readonly FieldGroup[]): <T extends object>(from: T) => T {
  if (groups.length === 0) return (from) => from
  const columns = columnsOf(groups)
  return (from) => {
    const left = { ...from } as Record<string, unknown>
    for (const column of columns) {
      const member = memberOf(column)
      if (!(member in left)) continue
      if (column.pair === undefined) left[member] = emptyOf(column.type)
      else if (isWhole(member, columns)) left[member] = []
      else left[member] = (left[member] as object[]).map((pair) => ({ ...pair, [halfOf(column)]: '' }))
    }
    return left as typeof from
  }
}
