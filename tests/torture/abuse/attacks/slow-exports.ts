import { type Attack, againAndAgain } from '../attack.ts'
import { send } from '../wire.ts'

/** Forty exports of everything whose readers take one kilobyte and then nothing more. */
export const slowExports: Attack = {
  name: 'exports read slowly',
  point: '4.4',
  run: ({ product: { url }, address, signal, outcomes }) =>
    againAndAgain({ signal }, 40, async () => {
      const path = '/api/ip/query?query=*&export_format=json'
      outcomes.add(await send({ url, path, address, signal, take: 1_000 }))
    }),
}
