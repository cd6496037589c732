import type { FilledStore } from '../fill.ts'

/**
 * The documents as lines of tab-separated values, in address order; `values` are SQL over `ips`. The engine escapes as
 * COPY of PostgreSQL reads: backslash, tab and line feed behind a backslash, \N for null.
 */
export async function streamDocuments(
  { engine, analytics }: FilledStore,
  values: readonly string[],
): Promise<AsyncIterable<Uint8Array>> {
  const { name, password } = engine.users.migrator
  const answer = await fetch(`${engine.url}/?max_execution_time=0&optimize_read_in_order=1`, {
    method: 'POST',
    headers: {
      [engine.header.name]: engine.header.value,
      'X-ClickHouse-User': name,
      'X-ClickHouse-Key': password,
    },
    body: `SELECT ${values.join(', ')} FROM ${analytics.database}.ips FINAL WHERE gone = 0 ORDER BY ip FORMAT TabSeparated`,
  })
  if (!answer.ok || !answer.body) throw new Error(`The engine refused to stream: ${await answer.text()}`)
  return answer.body
}
