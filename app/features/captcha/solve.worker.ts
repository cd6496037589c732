import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Finds the answer to a challenge on a thread of its own, so that the page goes on. */
addEventListener(
  'message',
  ({ data: challenge }: MessageEvent<Parameters<typeof solveChallenge>[0]['challenge']>) => {
    void solveChallenge({ challenge, deriveKey, timeout: 30_000 }).then(
      (solution) => postMessage(solution),
      () => postMessage(null),
    )
  },
)
