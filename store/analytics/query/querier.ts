import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import { refuse } from '#model/errors.ts'
import { slices } from '#model/slices.ts'
import { render, type Topology } from '../template.ts'
import { type Bounds, connectBoth, type Endpoint } from './connection.ts'
import { assemble, type Fragment, type Query, type Settings } from './define.ts'
import { mapError } from './errors.ts'
import { inPieces } from './in-pieces.ts'
import { openKiller } from './kill.ts'

export interface CallOptions {
  signal?: AbortSignal
  settings?: Settings
}

export interface RunOptions extends CallOptions {
  /** Compiled SQL for the `{{name}}` places of the query. */
  fragments?: Record<string, Fragment>
}

export interface InsertOptions extends RunOptions {
  /** Makes a retry of the same rows count once. */
  token?: string
}

/** Asks the engine as one user. All SQL is rendered for the topology; values travel apart from it. */
export interface Querier {
  /** All rows of an answer. @throws Refusal "busy" when time, memory or the connection ran out */
  run<P extends z.ZodType, R extends z.ZodType>(
    query: Query<P, R>,
    params: z.input<P>,
    options?: RunOptions,
  ): Promise<z.output<R>[]>
  /** Rows as they come; leaving the loop ends the statement. */
  stream<P extends z.ZodType, R extends z.ZodType>(
    query: Query<P, R>,
    params: z.input<P>,
    options?: RunOptions,
  ): AsyncGenerator<z.output<R>, void, undefined>
  /**
   * The answer as the engine writes it, in the format that the SQL names, read as fast as it is taken. The statement is
   * done before the first byte comes: the engine holds the answer, so keep it to some megabytes.
   */
  bytes<P extends z.ZodType>(
    query: Omit<Query<P, z.ZodType>, 'row'>,
    params: z.input<P>,
    options?: RunOptions,
  ): AsyncGenerator<Buffer, void, undefined>
  /** A sign of life, on a connection that no statement waits for. @throws when there is none */
  ping(signal?: AbortSignal): Promise<void>
  /** A statement without an answer; killed when its signal ends. */
  command(sql: string, params?: Record<string, unknown>, options?: RunOptions): Promise<void>
  /** Rows as objects keyed by column; columns left out take their defaults. `table` is a template like "{db}.ips". */
  insert(
    table: string,
    rows: Iterable<object> | AsyncIterable<object>,
    options?: InsertOptions,
  ): Promise<void>
  /** An `INSERT … SELECT … FROM input('…') FORMAT JSONEachRow` with its rows. */
  insertThrough(
    sql: string,
    params: Record<string, unknown>,
    rows: Iterable<object> | AsyncIterable<object>,
    options?: InsertOptions,
  ): Promise<void>
  /** An `INSERT INTO … FORMAT Native` with its block (native/block.ts). */
  insertBlock(sql: string, block: readonly Uint8Array[], options?: InsertOptions): Promise<void>
  close(): Promise<void>
}

export interface QuerierOptions {
  /** The endpoint of the moment: a restarted engine has new secrets. null while there is none. */
  endpoint: () => Endpoint | null
  topology: Topology
  bounds: Bounds
  /** Sees each statement as it leaves; tests watch with it. */
  onStatement?: (statement: { sql: string; params: Record<string, unknown> }) => void
  /** Told when a statement that may change something is over, however it ended. */
  onWritten?: (() => void) | undefined
  /** Told when the engine answered. */
  onAnswered?: (() => void) | undefined
  /** Told when a statement begins (1) and when nobody waits for it any more (-1). */
  onUnderWay?: ((change: 1 | -1) => void) | undefined
}

export function openQuerier(options: QuerierOptions): Querier {
  const { endpoint, topology, bounds, onStatement, onWritten, onAnswered, onUnderWay } = options
  let current: ReturnType<typeof connectBoth> | null = null
  const clients = (): ReturnType<typeof connectBoth> => {
    const now = endpoint()
    if (!now) throw refuse('busy', 'The analytics engine is restarting, try again.')
    if (current?.endpoint !== now) {
      void current?.close()
      current = connectBoth(now, bounds)
    }
    return current
  }
  const client = () => clients().client
  const prepare = (
    sql: string,
    params: Record<string, unknown>,
    fragments: Record<string, Fragment> = {},
  ) => {
    const whole = inPieces(assemble(render(sql, topology), params, fragments))
    onStatement?.(whole)
    return whole
  }
  // Readonly (2: settings may still come along) keeps a query from writing, and only readonly ones end with their caller.
  const reading = (settings: Settings = {}): Settings => ({ ...settings, readonly: 2 })
  const killer = openKiller({ client: () => clients().killer })
  /** Names the statement, and has it killed should the signal come before `release`. */
  const watched = (signal: AbortSignal | undefined): { query_id: string; release: () => void } => {
    const query_id = randomUUID()
    const onAbort = (): void => killer.kill(query_id)
    signal?.addEventListener('abort', onAbort)
    onUnderWay?.(1)
    const release = (): void => {
      signal?.removeEventListener('abort', onAbort)
      onUnderWay?.(-1)
    }
    return { query_id, release }
  }
  const common = (params: Record<string, unknown>, options: CallOptions, settings: Settings = {}) => ({
    query_params: params,
    clickhouse_settings: { ...settings, ...options.settings },
    ...(options.signal && { abort_signal: options.signal }),
  })
  const guarded = async <T>(
    name: string,
    signal: AbortSignal | undefined,
    run: () => Promise<T>,
  ): Promise<T> => {
    try {
      signal?.throwIfAborted()
      const answer = await run()
      onAnswered?.()
      return answer
    } catch (error) {
      throw mapError(error, name, signal)
    }
  }

  const send = async (
    sql: string,
    params: Record<string, unknown>,
    body: AsyncIterable<string> | Iterable<Uint8Array>,
    options: InsertOptions,
  ): Promise<void> => {
    const whole = prepare(sql, params, options.fragments)
    onUnderWay?.(1)
    await guarded(statementName(sql), options.signal, async () => {
      const token: Settings = options.token === undefined ? {} : { insert_deduplication_token: options.token }
      const { stream } = await client().exec({
        query: whole.sql,
        values: Readable.from(body, { objectMode: false }),
        ...common(whole.params, options, token),
      })
      for await (const _ of stream) void _
    }).finally(() => {
      onUnderWay?.(-1)
      onWritten?.()
    })
  }

  const querier: Querier = {
    async run(query, params, options = {}) {
      const { sql, params: bound } = prepare(query.sql, parameters(query, params), options.fragments)
      const { query_id, release } = watched(options.signal)
      try {
        const rows = await guarded(query.name, options.signal, async () => {
          const settings = common(bound, options, reading(query.settings))
          const answer = await client().query({ query: sql, format: 'JSONEachRow', query_id, ...settings })
          return answer.json<unknown>()
        })
        return rows.map((row) => query.row.parse(row))
      } finally {
        release()
      }
    },

    async *bytes(query, params, options = {}) {
      const { sql, params: bound } = prepare(query.sql, parameters(query, params), options.fragments)
      // An error that comes late would otherwise be written into the answer.
      const held = { ...query.settings, wait_end_of_query: 1, http_response_buffer_size: 67_108_864 }
      const { query_id, release } = watched(options.signal)
      try {
        const { stream } = await guarded(query.name, options.signal, () =>
          client().exec({ query: sql, query_id, ...common(bound, options, reading(held)) }),
        )
        try {
          for await (const piece of stream) yield piece as Buffer
        } catch (error) {
          throw mapError(error, query.name, options.signal)
        } finally {
          stream.destroy()
        }
      } finally {
        release()
      }
    },

    async *stream(query, params, options = {}) {
      const { sql, params: bound } = prepare(query.sql, parameters(query, params), options.fragments)
      const { query_id, release } = watched(options.signal)
      try {
        const answer = await guarded(query.name, options.signal, () => {
          const settings = common(bound, options, reading(query.settings))
          return client().query({ query: sql, format: 'JSONEachRow', query_id, ...settings })
        })
        try {
          for await (const rows of answer.stream<unknown>())
            for (const row of rows) yield query.row.parse(row.json())
        } catch (error) {
          throw mapError(error, query.name, options.signal)
        } finally {
          answer.close()
        }
      } finally {
        release()
      }
    },

    async ping(signal) {
      await guarded('ping', signal, async () => {
        const answer = await clients().killer.query({
          query: 'SELECT 1',
          format: 'JSONEachRow',
          ...(signal && { abort_signal: signal }),
        })
        await answer.json()
      })
    },

    async command(sql, params = {}, options = {}) {
      const whole = prepare(sql, params, options.fragments)
      const { query_id, release } = watched(options.signal)
      try {
        const asked = { query: whole.sql, query_id, ...common(whole.params, options) }
        await guarded(statementName(sql), options.signal, async () => {
          // A query's long parameters travel in the body: in the address those of all rules took 25 ms of this thread, and some MB are too many.
          if (isCopy(sql)) await (await client().query({ ...asked, format: 'JSONEachRow' })).text()
          else await client().command(asked)
        })
      } finally {
        release()
        onWritten?.()
      }
    },

    insert(table, rows, options = {}) {
      return querier.insertThrough(`INSERT INTO ${table} FORMAT JSONEachRow`, {}, rows, options)
    },

    insertThrough: (sql, params, rows, options = {}) => send(sql, params, lines(rows), options),

    insertBlock: (sql, block, options = {}) => send(sql, {}, block, options),

    async close() {
      killer.stop()
      await current?.close()
      current = null
    },
  }
  return querier
}

const parameters = <P extends z.ZodType>(
  query: Pick<Query<P, z.ZodType>, 'params'>,
  params: z.input<P>,
): Record<string, unknown> => {
  const parsed: unknown = query.params.parse(params)
  return parsed === undefined || parsed === null ? {} : { ...parsed }
}

/** "INSERT INTO {db}.sessions": enough to find a statement, without its values. */
const statementName = (sql: string): string => sql.trim().split(/\s+/).slice(0, 4).join(' ')

/** `INSERT INTO … SELECT`, which takes a FORMAT behind it; values would be read in that format. */
const isCopy = (sql: string): boolean => /^\s*INSERT INTO \S+(?:\s+\([^()]*\))?\s+SELECT\b/.test(sql)

/** JSON lines in pieces of about 64 KiB. A connection takes them as fast as they are made, so they are made in slices. */
async function* lines(rows: Iterable<object> | AsyncIterable<object>): AsyncGenerator<string> {
  const pause = slices()
  let text = ''
  for await (const row of rows) {
    text += `${JSON.stringify(row)}\n`
    if (text.length >= 65_536) {
      yield text
      text = ''
      await pause()
    }
  }
  if (text !== '') yield text
}
