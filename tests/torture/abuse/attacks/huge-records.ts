import { captureOf, waitUntilIdle, upload, webVisit } from '../../../product/captures.ts'
import { againAndAgain, type Attack } from '../attack.ts'
import { send } from '../wire.ts'

const sources = 10
const requests = 40

let capture = new Uint8Array()

/** Attackers' bytes that make records large, and a visitor who asks for all of them again and again. */
export const hugeRecords: Attack = {
  name: 'huge records',
  point: '4.2',
  prepare() {
    const long = (mark: string): string => `${mark}${'x'.repeat(7_000)}`
    const exchanges = Array.from({ length: sources * requests }, (_, at) =>
      webVisit(
        `198.19.77.${at % sources}`,
        { uri: long(`/huge-${at}`), userAgent: long(`agent-${at}`) },
        Date.now() - 120_000 + at,
      ),
    )
    capture = new Uint8Array(captureOf(exchanges, 'huge'))
  },
  async run({ product, address, signal, outcomes }) {
    await upload(product, capture)
    await waitUntilIdle(product)
    const paths = [
      '/v3/gnql?size=1000&query=198.19.77.0/24',
      '/ip/198.19.77.1',
      `/v3/gnql?query=${encodeURIComponent(`path:*${'x'.repeat(4_000)}?b*`)}`,
    ]
    await againAndAgain({ signal }, paths.length, async (worker) => {
      const path = paths[worker] ?? '/'
      outcomes.add(await send({ url: product.url, path, address, signal }))
    })
  },
}
