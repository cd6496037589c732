import { captureOf, webVisit } from '../../../product/captures.ts'
import { againAndAgain, type Attack } from '../attack.ts'
import { send } from '../wire.ts'

let bodies: readonly Uint8Array[] = []

/** A dozen uploads at once with a good key, each left before its answer. */
export const uploads: Attack = {
  name: 'uploads left early',
  point: '4.5',
  prepare() {
    const from = Date.now() - 600_000
    bodies = Array.from({ length: 12 }, (_, worker) =>
      captureOf(
        Array.from({ length: 3_000 }, (__, at) =>
          webVisit(`198.19.${worker}.${at % 250}`, { uri: `/upload/${at}` }, from + at),
        ),
        `upload ${worker}`,
      ),
    )
  },
  run({ product: { url, key }, address, signal, outcomes }) {
    let sent = 0
    return againAndAgain({ signal }, bodies.length, async (worker) => {
      const path = `/api/ingest/captures?batch_id=abuse-${worker}-${sent++}`
      const body = bodies[worker] ?? new Uint8Array()
      outcomes.add(
        await send({ url, path, address, signal, method: 'POST', headers: { key }, body, patience: 2_000 }),
      )
    })
  },
}
