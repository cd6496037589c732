import type { AnyRecorded, ColumnKind } from '#model/protocols/recorded.ts'
import { type RecordedName, recordedProtocols } from '#model/protocols/table.ts'

/** Beside protocols: a name or network of the source, a port, its first bytes, or any text that it sent. */
type General = 'known' | 'ports' | 'payload' | 'spoken'

/**
 * What a session must hold before a rule can fire at all. Rules that have the same precondition are asked together, and
 * only of the sessions that hold it: most sessions are a single SYN and hold none. Of protocols their descriptions tell it.
 */
export interface KnownPreconditions<Name extends string> {
  /** The rarest first: what needs several is asked of sessions that hold the first of them. */
  names: readonly (Name | General)[]
  /** Which sessions hold it, over the columns of `sessions`. Ports are filled in by the compiler. */
  sql: Readonly<Record<Exclude<Name | General, 'ports'>, string>>
  /** What is proved by a value in a column. */
  ofColumn: ReadonlyMap<string, readonly (Name | General)[]>
}

const filledSql = (name: string, kind: ColumnKind): string => {
  if (kind === 'count') return `${name} > 0`
  return kind === 'texts' || kind === 'numbers' ? `notEmpty(${name})` : `${name} != ''`
}

const payloadSql = "src_payload != ''"

/** One protocol's part; nothing of one whose description tells of no precondition. */
const ofProtocol = <Name extends string>(name: Name, { precondition, columns }: AnyRecorded) => {
  if (!precondition) return []
  const told = columns.find((column) => column.name === precondition.column)
  if (!told) throw new Error(`${name} is told by ${precondition.column}, which is no column of it.`)
  const alike = columns.filter(({ kind }) => precondition.texts && kind === 'texts')
  const proves: readonly (Name | General)[] = precondition.text ? [name, 'spoken'] : [name]
  return [
    {
      name,
      ...precondition,
      sql: filledSql(told.name, told.kind),
      columns: [told, ...alike].map((column) => [column.name, proves] as const),
    },
  ]
}

export const preconditionsIn = <Name extends string>(
  protocols: Readonly<Record<Name, AnyRecorded>>,
): KnownPreconditions<Name> => {
  const entries = Object.entries(protocols) as [Name, AnyRecorded][]
  const spoken = entries.flatMap(([name, recorded]) => ofProtocol(name, recorded))
  const named = (isFrequent: boolean): Name[] =>
    spoken.filter(({ frequent = false }) => frequent === isFrequent).map(({ name }) => name)
  const texts = spoken.filter(({ text }) => text).map(({ sql }) => sql)
  return {
    names: [...named(false), 'known', 'ports', ...named(true), 'payload', 'spoken'],
    sql: {
      ...(Object.fromEntries(spoken.map(({ name, sql }) => [name, sql])) as Record<Name, string>),
      known: "(src_rdns != '' OR src_asn != '')",
      payload: payloadSql,
      spoken: `(${[payloadSql, ...texts].join(' OR ')})`,
    },
    ofColumn: new Map<string, readonly (Name | General)[]>([
      ...spoken.flatMap(({ columns }) => columns),
      ['src_rdns', ['known']],
      ['src_asn', ['known']],
      ['src_payload', ['payload', 'spoken']],
    ]),
  }
}

export type Precondition = RecordedName | General

export const knownPreconditions: KnownPreconditions<RecordedName> = preconditionsIn(recordedProtocols)
