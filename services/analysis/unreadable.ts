import { Refusal } from '#model/errors.ts'
import type { Log } from '#store/log.ts'

/** Whether the file is not here at all: with several servers it is most likely with the one that took the list in. */
export const isNotHere = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Says in the log why a result cannot be read. */
export function logUnreadable(log: Log, error: unknown, fields: object): void {
  log.error(
    { err: error, ...fields },
    isNotHere(error)
      ? 'the result of an analysis is not on this server; several servers share such files where FILES_URL names a folder'
      : 'the result of an analysis cannot be read',
  )
}

/** What whoever asks for it is told. */
export const unreadable = (error: unknown): Refusal =>
  new Refusal('busy', {
    message: isNotHere(error)
      ? 'The result of this analysis is not on this server. Where several servers answer, ask the one that took the list in, or have the operator set FILES_URL, so that they share files. Otherwise analyze the list again.'
      : 'The result of this analysis cannot be read: analyze the list again.',
    retryAfter: 60,
  })
