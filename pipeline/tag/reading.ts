import type { Column, Predicate, Test } from '#gnql/predicate.ts'
import { keptHeaders } from '#model/kept-headers.ts'
import type { Session } from '#model/session.ts'
import { columnNames, type Names } from '#store/analytics/predicate/column-names.ts'
import { rowOf, type SessionRow } from '#store/analytics/sessions/row.ts'
import { sessionColumns } from '#store/analytics/tables/sessions.ts'
import { sessionPromises } from '#store/analytics/tables/sessions-column-names.ts'
import { portsOf } from './preconditions.ts'

/**
 * How rules read a session: a term over the target, the path, a header or the body of requests holds for what was sent or
 * for its decoded view (docs/methods/decoding.md). So no rule has to spell out encodings. Queries of users read each
 * column as it is; the fields of decoded views have names of their own.
 */
const decodedOf: Readonly<Record<string, string>> = {
  http_uri: 'http_decoded_uri',
  http_path: 'http_decoded_path',
  http_body_start: 'http_decoded_body',
}
const decodedHeaders = 'http_decoded_header'

const columnOfHeader: Readonly<Record<keyof typeof keptHeaders, string>> = {
  host: 'http_host',
  'user-agent': 'http_useragent',
  authorization: 'http_request_authorization',
  cookie: 'http_request_cookies',
  origin: 'http_request_origin',
  referer: 'http_request_referer',
  'content-type': 'http_content_type',
}
const headerOf = new Map(Object.entries(columnOfHeader).map(([header, column]) => [column, `${header}: `]))

/** The decoded lines of one header, without its name. Names are ours: nothing else may stand in SQL. */
const headerSql = (prefix: string): string =>
  `arrayMap(line_ -> substring(line_, ${prefix.length + 1}), ` +
  `arrayFilter(line_ -> startsWith(line_, '${prefix}'), ${decodedHeaders}))`

const written = Object.fromEntries([
  ...Object.entries(decodedOf).map(([sent, view]) => [sent, { expr: `arrayConcat(${sent}, ${view})` }]),
  ...[...headerOf].map(([sent, prefix]) => [sent, { expr: `arrayConcat(${sent}, ${headerSql(prefix)})` }]),
])

/** The columns of `sessions` as rules read them, in SQL. */
export const ruleNames: Names = columnNames({ ...sessionPromises, written })

const textsOf = (column: string, row: SessionRow): string[] => {
  const value = row.value(column)
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []
}

type ReadValue = (row: SessionRow) => unknown

/** How rules read a column of a session: the same as `ruleNames` writes. */
export function ruleReader(column: string): ReadValue {
  const view = decodedOf[column]
  if (view !== undefined) return (row) => both(textsOf(column, row), textsOf(view, row))
  const prefix = headerOf.get(column)
  if (prefix === undefined) return (row) => row.value(column)
  return (row) => {
    const lines = textsOf(decodedHeaders, row).filter((line) => line.startsWith(prefix))
    return both(
      textsOf(column, row),
      lines.map((line) => line.slice(prefix.length)),
    )
  }
}

const both = (sent: readonly string[], decoded: readonly string[]): readonly string[] =>
  decoded.length === 0 ? sent : [...sent, ...decoded]

const readers = new Map(sessionColumns.map(({ name }) => [name, ruleReader(name)]))

/** A session as a document for the plain matcher, as rules read it. */
export function ruleDocument(session: Session): object {
  const row = rowOf(session)
  return Object.fromEntries([...readers].map(([name, read]) => [name, read(row)]))
}

const headerColumn: Column = { name: decodedHeaders, shape: 'text-list' }

/** A rule for one port or for datagrams is about another protocol than HTTP. */
const isElsewhere = (predicate: Predicate): boolean =>
  portsOf(predicate) !== null ||
  (predicate.kind === 'and' && predicate.operands.some(isElsewhere)) ||
  (predicate.kind === 'test' &&
    predicate.column.name === 'transport' &&
    predicate.test.op === 'equals' &&
    predicate.test.value !== 'tcp')

/** The same pattern over one header line; null for one that speaks of where the payload begins, or of another protocol. */
function overLines(test: Test, elsewhere: boolean): Test | null {
  if (test.op !== 'like') return null
  const [first, second, ...rest] = test.pattern
  if (typeof first !== 'object' || first.wildcard !== '*') return null
  if (typeof second !== 'string' || !second.startsWith('\n')) return elsewhere ? null : test
  const name = second.slice(1)
  return { op: 'like', pattern: name === '' ? rest : [name, ...rest] }
}

/**
 * A rule that looks for a text anywhere in what the source sent first looks for it in decoded header lines, too; one for
 * "\nname: value" in the line of that header. Of rules about other protocols only the latter is read so.
 */
export function withDecodedHeaders(predicate: Predicate, elsewhere = isElsewhere(predicate)): Predicate {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return {
        kind: predicate.kind,
        operands: predicate.operands.map((part) => withDecodedHeaders(part, elsewhere)),
      }
    case 'not':
      return { kind: 'not', operand: withDecodedHeaders(predicate.operand, elsewhere) }
    case 'test': {
      const test = predicate.column.name === 'src_payload' ? overLines(predicate.test, elsewhere) : null
      if (!test) return predicate
      return { kind: 'or', operands: [predicate, { kind: 'test', column: headerColumn, test }] }
    }
    default:
      return predicate
  }
}
