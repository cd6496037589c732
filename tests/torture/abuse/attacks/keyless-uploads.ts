import { againAndAgain, type Attack } from '../attack.ts'
import { send } from '../wire.ts'

const body = new Uint8Array(20_000_000)

/** Large uploads with a wrong key: refused before they are read. */
export const keylessUploads: Attack = {
  name: 'uploads without a key',
  point: '4.7',
  run: ({ product: { url }, address, signal, outcomes }) =>
    againAndAgain({ signal }, 8, async () => {
      const path = '/api/ingest/captures'
      outcomes.add(
        await send({ url, path, address, signal, method: 'POST', headers: { key: 'wrong' }, body }),
      )
    }),
}
