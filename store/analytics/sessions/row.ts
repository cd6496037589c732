import type { Origin, Session } from '#model/session.ts'
import type { ReadBlock } from '../query/native/read.ts'
import type { ValueAt } from '../query/native/read-columns.ts'
import { sessionColumns } from '../tables/sessions.ts'
import { sessionLine } from './line.ts'

/** A session on its way into the store: the values of its columns, and what those who carry it have to know. */
export interface SessionRow {
  readonly id: string
  readonly origin: Origin
  readonly workspace: string
  readonly published: boolean
  readonly direction: string
  /** Milliseconds since 1970 UTC; NaN or null where the time is none. */
  readonly firstPacket: number
  /** Address of the source, canonical text. */
  readonly sourceIp: string
  /** What it has in a column of `sessions` (tables/sessions.ts). */
  value(column: string): unknown
  /** All of it as one line of JSON, for people. */
  line(): string
}

const columnValues = new Map(sessionColumns.map(({ name, value }) => [name, value]))

/** A session as its row. */
class OwnRow implements SessionRow {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  get id(): string {
    return this.#session.id
  }
  get origin(): Origin {
    return this.#session.origin
  }
  get workspace(): string {
    return this.#session.workspace
  }
  get published(): boolean {
    return this.#session.published
  }
  get direction(): string {
    return this.#session.direction
  }
  get firstPacket(): number {
    return this.#session.firstPacket
  }
  get sourceIp(): string {
    return this.#session.source.ip
  }
  value(column: string): unknown {
    return columnValues.get(column)?.(this.#session)
  }
  line(): string {
    return sessionLine(this.#session)
  }
}

export const rowOf = (session: Session): SessionRow => new OwnRow(session)

export const rowsOfSessions = (sessions: readonly Session[]): SessionRow[] => sessions.map(rowOf)

/** A block of sessions whose rows are on their way. */
export class RowBlock {
  readonly #block: ReadBlock
  /** It has exactly the columns that sessions have in this release: its bytes may go on as they are. */
  readonly isCurrent: boolean

  constructor(block: ReadBlock) {
    this.#block = block
    this.isCurrent = isCurrent(block)
  }

  get rows(): number {
    return this.#block.rows
  }
  /** All columns as they were written. */
  get body(): Buffer {
    return this.#block.body
  }
  valueAt(column: string): ValueAt {
    return this.#block.columns.get(column)?.valueAt ?? missingIn(column)
  }
  all(): BlockRow[] {
    return Array.from({ length: this.#block.rows }, (_, at) => new BlockRow(this, at))
  }
}

/** Of a column that came after the block was written: nothing, as the engine has it of the column's type. */
function missingIn(column: string): ValueAt {
  const type = types.get(column)
  const value = type === undefined ? undefined : nothingOf(type)
  return () => value
}

const types = new Map(sessionColumns.map(({ name, type }) => [name, type]))

function nothingOf(type: string): unknown {
  if (type.startsWith('Nullable')) return null
  if (type.startsWith('Array')) return []
  if (type === 'Bool') return false
  if (type === 'IPv6') return '::'
  return type.includes('String') ? '' : 0
}

function isCurrent({ columns }: ReadBlock): boolean {
  if (columns.size !== sessionColumns.length) return false
  let at = 0
  for (const [name, { type }] of columns) {
    const column = sessionColumns[at++]
    if (column?.name !== name || column.type !== type) return false
  }
  return true
}

/** A row of a block. */
export class BlockRow implements SessionRow {
  readonly block: RowBlock
  readonly at: number

  constructor(block: RowBlock, at: number) {
    this.block = block
    this.at = at
  }

  get id(): string {
    return this.value('id') as string
  }
  get origin(): Origin {
    return this.value('origin') as Origin
  }
  get workspace(): string {
    return this.value('workspace') as string
  }
  get published(): boolean {
    return this.value('published') as boolean
  }
  get direction(): string {
    return this.value('direction') as string
  }
  get firstPacket(): number {
    return this.value('first_packet') as number
  }
  get sourceIp(): string {
    return this.value('src_ip') as string
  }
  value(column: string): unknown {
    return this.block.valueAt(column)(this.at)
  }
  line(): string {
    const { id, origin, firstPacket } = this
    const columns = sessionColumns.map(({ name }) => [name, this.value(name)])
    return JSON.stringify({ id, origin, firstPacket, ...Object.fromEntries(columns) })
  }
}
