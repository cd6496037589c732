import { againAndAgain, type Attack } from '../attack.ts'
import { send } from '../wire.ts'

/** Heads of 60 KB, half of them for nothing that is there. */
export const largeHeads: Attack = {
  name: 'large heads',
  point: 'headers',
  run: ({ product: { url }, address, signal, outcomes }) =>
    againAndAgain({ signal }, 16, async (worker) =>
      outcomes.add(
        await send({
          url,
          path: worker % 2 ? '/robots.txt' : '/nowhere',
          address,
          signal,
          headers: { 'x-large': 'x'.repeat(60_000) },
        }),
      ),
    ),
}
