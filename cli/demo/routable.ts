import { routableCapture, routableSources } from '#demo/routable.ts'
import { accepted, type Connection } from '../connection.ts'
import { upload } from '../upload.ts'

/** `noisefloor demo routable`: a few simulated visitors that clients of the public API are willing to ask about. */
export async function sendRoutable(connection: Connection): Promise<void> {
  const query = new URLSearchParams({ name: 'demo-routable', origin: 'demo', sensor: 'demo-1' })
  const body = new Uint8Array(routableCapture(Date.now()))
  const answer = await upload(connection, {
    path: `/api/ingest/captures?${query}`,
    body: () => body,
    attempts: 10,
  })
  const { sessions } = accepted(answer)
  console.log(
    `${String(sessions)} simulated sessions of ${routableSources.join(', ')}. Remove them, with all demo data: npx --no noisefloor demo remove`,
  )
}
