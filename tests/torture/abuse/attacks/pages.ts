import { againAndAgain, type Attack } from '../attack.ts'
import { send } from '../wire.ts'

/** Pages as fast as they come from one address: rendering is the server's own thread's work. */
export const pages: Attack = {
  name: 'pages without pause',
  point: 'concurrency',
  run: ({ product: { url }, address, signal, outcomes }) =>
    againAndAgain({ signal }, 24, async (worker) =>
      outcomes.add(
        await send({
          url,
          path: worker % 2 ? '/query/path:*login*' : `/ip/198.18.0.${worker}`,
          address,
          signal,
        }),
      ),
    ),
}
