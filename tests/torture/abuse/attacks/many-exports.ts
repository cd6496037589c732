import { type Attack, againAndAgain } from '../attack.ts'
import { send } from '../wire.ts'

/** Small exports one after the other; beside them another visitor exports, who must never be told to come back later. */
export const manyExports: Attack = {
  name: 'many small exports',
  point: '4.4',
  async run({ product: { url }, address, signal, outcomes }) {
    const path = '/api/ip/query?query=198.18.1.1&export_format=txt'
    let refused = 0
    await Promise.all([
      againAndAgain({ signal }, 4, async () => outcomes.add(await send({ url, path, address, signal }))),
      againAndAgain({ signal }, 1, async () => {
        const status = await send({ url, path, address: '127.0.0.51', signal })
        if (status !== '200' && status !== 'left') refused += 1
        await new Promise((next) => setTimeout(next, 300))
      }),
    ])
    if (refused > 0) throw new Error(`another visitor’s export was refused ${refused} times`)
  },
}
