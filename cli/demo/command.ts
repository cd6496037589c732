import { Readable } from 'node:stream'
import { demoCaptures } from '#demo/captures.ts'
import { accepted, call, type Connection } from '../connection.ts'

/**
 * `noisefloor demo load`: simulates the month that ends when the load began and sends it capture by capture, oldest
 * first, through the same door as any other. The server says when the load began; batch ids are made of that and the
 * capture's name, so an interrupted load goes on where it stopped, and one after a removal is a new one.
 */
export async function loadDemo(connection: Connection): Promise<void> {
  const startedAt = Number(accepted(await call(connection, '/api/demo', { method: 'POST' })).started_at)
  const captures = demoCaptures(startedAt)
  let sessions = 0
  for (const [at, { name, sensor, midnight, bytes }] of captures.entries()) {
    const query = new URLSearchParams({
      name,
      origin: 'demo',
      sensor,
      batch_id: `demo:${startedAt}:${name}`,
      part: String(at + 1),
      parts: String(captures.length),
    })
    sessions += await send(connection, `/api/ingest/captures?${query}`, bytes)
    if (captures[at + 1]?.midnight === midnight) continue
    console.error(
      `Demo data: ${Math.round((100 * (at + 1)) / captures.length)} %, up to ${new Date(midnight).toISOString().slice(0, 10)}, ${sessions} sessions`,
    )
  }
  console.log(
    `Demo data is loaded: ${sessions} simulated sessions. Remove it with: npx --no noisefloor demo remove`,
  )
}

async function send(
  connection: Connection,
  path: string,
  bytes: () => Iterable<Uint8Array>,
): Promise<number> {
  for (let wait = 1; ; wait = Math.min(wait * 2, 30)) {
    const body = Readable.toWeb(
      Readable.from(bytes(), { objectMode: false }),
    ) as unknown as ReadableStream<Uint8Array>
    const answer = await call(connection, path, { method: 'POST', body, duplex: 'half' })
    if (answer.status !== 503) return Number(accepted(answer).sessions)
    await new Promise((go) => setTimeout(go, wait * 1000))
  }
}

/** `noisefloor demo remove`: drops everything of origin demo and nothing else. */
export async function removeDemo(connection: Connection): Promise<void> {
  console.log(String(accepted(await call(connection, '/api/demo', { method: 'DELETE' })).message))
}
