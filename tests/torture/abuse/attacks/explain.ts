import { againAndAgain, type Attack } from '../attack.ts'
import { send } from '../wire.ts'

const conditions = Array.from({ length: 1000 }, (_, n) => `-path:*q${n}*`).join(' ')

/** One anonymous request: a thousand conditions explained for ten thousand rows. */
export const explain: Attack = {
  name: 'explain',
  point: '4.1',
  run: ({ product: { url }, address, signal, outcomes }) =>
    againAndAgain({ signal }, 1, async () => {
      const path = `/api/ip/query?explain=1&size=10000&query=${encodeURIComponent(conditions)}`
      outcomes.add(await send({ url, path, address, signal }))
    }),
}
