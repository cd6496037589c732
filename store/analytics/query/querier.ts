import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import type { z } from 'zod'
import { refuse } from '#model/errors.ts'
import { render, type Topology } from '../template.ts'
import { assemble, type Fragment, type Query, type Settings } from './define.ts'
import { mapError } from './errors.ts'
import { statementSettings } from './settings.ts'

/** Where one user's requests go. */
export interface Endpoint {
  url: string
  user: string
  password: string
  /** The header a launched engine demands; absent for a server named by URL, which gets Basic credentials. */
  header?: { name: string; value: string }
}

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
  /** A statement without an answer. */
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
  close(): Promise<void>
}

/** Seconds a statement may take, rows an answer may have (0: any number). */
export interface Bounds {
  seconds: number
  rows: number
}

export interface QuerierOptions {
  /** The endpoint of the moment: a restarted engine has new secrets. null while there is none. */
  endpoint: () => Endpoint | null
  topology: Topology
  bounds: Bounds
  /** Sees each statement as it leaves; tests watch with it. */
  onStatement?: (statement: { sql: string; params: Record<string, unknown> }) => void
}

export function openQuerier({ endpoint, topology, bounds, onStatement }: QuerierOptions): Querier {
  let current: { endpoint: Endpoint; client: ReturnType<typeof connect> } | null = null
  const client = (): ReturnType<typeof connect> => {
    const now = endpoint()
    if (!now) throw refuse('busy', 'The analytics engine is restarting, try again.')
    if (current?.endpoint !== now) {
      void current?.client.close()
      current = { endpoint: now, client: connect(now, bounds) }
    }
    return current.client
  }
  const prepare = (
    sql: string,
    params: Record<string, unknown>,
    fragments: Record<string, Fragment> = {},
  ) => {
    const whole = assemble(render(sql, topology), params, fragments)
    onStatement?.(whole)
    return whole
  }
  // Readonly (2: settings may still come along) keeps a query from writing, and only readonly ones end with their caller.
  const reading = (settings: Settings = {}): Settings => ({ ...settings, readonly: 2 })
  /** Closing the connection ends only statements that report progress; one that computes must be told. */
  const kill = async (query_id: string): Promise<void> => {
    const query = 'KILL QUERY WHERE query_id = {query_id:String} ASYNC'
    try {
      await client().command({ query, query_params: { query_id } })
    } catch {
      // Its time limit ends it then.
    }
  }
  const common = (params: Record<string, unknown>, options: CallOptions, settings: Settings = {}) => ({
    query_params: params,
    clickhouse_settings: { ...settings, ...options.settings },
    ...(options.signal && { abort_signal: options.signal }),
  })
  const guarded = async <T>(
    name: string,
    signal: AbortSignal | undefined,
    act: () => Promise<T>,
  ): Promise<T> => {
    try {
      signal?.throwIfAborted()
      return await act()
    } catch (error) {
      throw mapError(error, name, signal)
    }
  }

  const querier: Querier = {
    async run(query, params, options = {}) {
      const { sql, params: bound } = prepare(query.sql, parameters(query, params), options.fragments)
      const query_id = randomUUID()
      const onAbort = (): void => void kill(query_id)
      options.signal?.addEventListener('abort', onAbort)
      try {
        const rows = await guarded(query.name, options.signal, async () => {
          const settings = common(bound, options, reading(query.settings))
          const answer = await client().query({ query: sql, format: 'JSONEachRow', query_id, ...settings })
          return answer.json<unknown>()
        })
        return rows.map((row) => query.row.parse(row))
      } finally {
        options.signal?.removeEventListener('abort', onAbort)
      }
    },

    async *stream(query, params, options = {}) {
      const { sql, params: bound } = prepare(query.sql, parameters(query, params), options.fragments)
      const answer = await guarded(query.name, options.signal, () =>
        client().query({
          query: sql,
          format: 'JSONEachRow',
          ...common(bound, options, reading(query.settings)),
        }),
      )
      try {
        for await (const rows of answer.stream<unknown>())
          for (const row of rows) yield query.row.parse(row.json())
      } catch (error) {
        throw mapError(error, query.name, options.signal)
      } finally {
        answer.close()
      }
    },

    async command(sql, params = {}, options = {}) {
      const whole = prepare(sql, params, options.fragments)
      await guarded(statementName(sql), options.signal, () =>
        client().command({ query: whole.sql, ...common(whole.params, options) }),
      )
    },

    insert(table, rows, options = {}) {
      return querier.insertThrough(`INSERT INTO ${table} FORMAT JSONEachRow`, {}, rows, options)
    },

    async insertThrough(sql, params, rows, options = {}) {
      const whole = prepare(sql, params, options.fragments)
      await guarded(statementName(sql), options.signal, async () => {
        const token: Settings =
          options.token === undefined ? {} : { insert_deduplication_token: options.token }
        const { stream } = await client().exec({
          query: whole.sql,
          values: Readable.from(lines(rows), { objectMode: false }),
          ...common(whole.params, options, token),
        })
        for await (const _ of stream) void _
      })
    },

    async close() {
      await current?.client.close()
      current = null
    },
  }
  return querier
}

const connect = ({ url, user, password, header }: Endpoint, bounds: Bounds) =>
  createClient({
    url,
    // A little longer than the engine's own limit, so that its answer comes first.
    request_timeout: bounds.seconds * 1000 + 5000,
    max_open_connections: 32,
    use_multipart_params_auto: true,
    // The client would print failed statements with their values.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: statementSettings(bounds),
    ...(header
      ? {
          set_basic_auth_header: false,
          http_headers: {
            [header.name]: header.value,
            'X-ClickHouse-User': user,
            'X-ClickHouse-Key': password,
          },
        }
      : { username: user, password }),
  })

const parameters = <P extends z.ZodType>(
  query: Query<P, z.ZodType>,
  params: z.input<P>,
): Record<string, unknown> => {
  const parsed: unknown = query.params.parse(params)
  return parsed === undefined || parsed === null ? {} : { ...parsed }
}

/** "INSERT INTO {db}.sessions": enough to find a statement, without its values. */
const statementName = (sql: string): string => sql.trim().split(/\s+/).slice(0, 4).join(' ')

/** JSON lines in pieces of about 64 KiB. */
async function* lines(rows: Iterable<object> | AsyncIterable<object>): AsyncGenerator<string> {
  let text = ''
  for await (const row of rows) {
    text += `${JSON.stringify(row)}\n`
    if (text.length >= 65_536) {
      yield text
      text = ''
    }
  }
  if (text !== '') yield text
}
