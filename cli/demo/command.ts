import { Readable } from 'node:stream'
import { demoCaptures } from '#demo/captures.ts'
import { accepted, call, type Connection } from '../connection.ts'
import { counted } from '../counted.ts'
import { jsonText } from '../printable.ts'
import { demoLine, readStatus } from '../status.ts'
import { upload } from '../upload.ts'

/** At the longest pause of 30 seconds, an hour of a server that is away or full. */
const attempts = 120

/**
 * `noisefloor demo load`: simulates the month that ends when the load began and sends it capture by capture, oldest
 * first, each as a batch of the simulated sensor that saw it. The server says when the load began and how many parts are here;
 * batches are known by that moment and the capture's name, so that an interrupted load goes on where it stopped with nothing
 * twice, and one after a removal is a new one.
 */
export async function loadDemo(connection: Connection, capturesOf = demoCaptures): Promise<void> {
  const begun = accepted(await call(connection, '/api/demo', { method: 'POST' }))
  const startedAt = Number(begun.started_at)
  const captures = capturesOf(startedAt)
  let sessions = 0
  for (const [at, { name, sensor, midnight, bytes }] of captures.entries()) {
    if (at < Number(begun.parts_done)) continue
    const query = new URLSearchParams({
      sensor,
      part: String(at + 1),
      parts: String(captures.length),
    })
    const answer = await upload(connection, {
      path: `/api/demo/captures/${name}?${query}`,
      method: 'PUT',
      body: () =>
        Readable.toWeb(
          Readable.from(bytes(), { objectMode: false }),
        ) as unknown as ReadableStream<Uint8Array>,
      attempts,
      onRetry: sayRetry,
    })
    sessions += Number(accepted(answer).sessions)
    if (captures[at + 1]?.midnight === midnight) continue
    console.error(
      `Demo data: ${Math.round((100 * (at + 1)) / captures.length)}%, up to ${new Date(midnight).toISOString().slice(0, 10)}, ${counted(sessions, 'session')}`,
    )
  }
  console.log(
    `Demo data is accepted: ${counted(sessions, 'simulated session')}; npx --no noisefloor demo tells when they are stored. Remove it with: npx --no noisefloor demo remove`,
  )
}

/** To the person at the terminal, and to the server when it started this. */
function sayRetry(why: string, pauseSeconds: number): void {
  console.error(`Demo data: trying again in ${pauseSeconds} s: ${why}`)
  process.send?.({ lastError: why })
}

/** `noisefloor demo`: where the load stands. */
export async function showDemo(connection: Connection, json: boolean): Promise<void> {
  const status = await readStatus(connection)
  console.log(json ? jsonText(status.demo, 2) : demoLine(status))
}

/** `noisefloor demo remove`: drops everything of origin demo and nothing else. */
export async function removeDemo(connection: Connection): Promise<void> {
  console.log(String(accepted(await call(connection, '/api/demo', { method: 'DELETE' })).message))
}
