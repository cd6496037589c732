import { againAndAgain, type Attack } from '../attack.ts'
import { send } from '../wire.ts'

/** A thousand patterns joined by OR, another thousand every time, eight at once. */
export const wildcards: Attack = {
  name: 'wildcards by OR',
  point: '4.8',
  run({ product: { url }, address, signal, outcomes }) {
    let asked = 0
    return againAndAgain({ signal }, 8, async () => {
      const from = 1000 * asked++
      const query = Array.from({ length: 1000 }, (_, n) => `path:*q${from + n}*`).join(' OR ')
      outcomes.add(await send({ url, path: `/v3/gnql?query=${encodeURIComponent(query)}`, address, signal }))
    })
  },
}
