import { againAndAgain, type Attack } from '../attack.ts'
import { send } from '../wire.ts'

/** Three hundred addresses that each ask for a costly query: nobody of them is over a limit of his own. */
export const manyAddresses: Attack = {
  name: 'many addresses',
  point: 'in total',
  crowd: true,
  run({ product: { url }, signal, outcomes }) {
    const query = encodeURIComponent(Array.from({ length: 200 }, (_, n) => `-path:*f?h*${n}x*`).join(' '))
    return againAndAgain({ signal }, 300, async (worker) =>
      outcomes.add(
        await send({
          url,
          path: `/v3/gnql?query=${query}`,
          address: `127.2.${worker >> 8}.${1 + (worker & 127)}`,
          signal,
        }),
      ),
    )
  },
}
