import { Refusal } from '#model/errors.ts'

/**
 * The disk of the data folder takes nothing more.
 * @param keptBytes what is kept free for the engine: `df` shows it, so that nobody is told of a full disk. 0: nothing is free
 */
export function diskFull(keptBytes = 0): Refusal {
  const why =
    keptBytes > 0
      ? `Less than ${Math.round(keptBytes / 2 ** 20)} MiB are free on the disk of the data folder`
      : 'The disk of the data folder is full'
  return new Refusal('busy', { message: `${why}: nothing was accepted.`, retryAfter: 60 })
}
