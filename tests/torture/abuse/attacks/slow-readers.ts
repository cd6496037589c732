import { againAndAgain, type Attack } from '../attack.ts'
import { send } from '../wire.ts'

/** A hundred readers of the largest page there is, who take a kilobyte and stop. */
export const slowReaders: Attack = {
  name: 'answers read slowly',
  point: 'unread bytes',
  run: ({ product: { url }, address, signal, outcomes }) =>
    againAndAgain({ signal }, 100, async () => {
      const path = '/v3/gnql?size=1000&query=*'
      outcomes.add(await send({ url, path, address, signal, take: 1_000 }))
    }),
}
