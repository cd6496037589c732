import { fork } from 'node:child_process'
import { nextMessage } from '../measure/next-message.ts'
import type { Counts } from './load.ts'
import type { LoadOf, ToLoad } from './load.process.ts'

/** The load, in a process of its own. */
export function startLoad(of: LoadOf): { counts(): Promise<Counts>; end(): Promise<Counts> } {
  const child = fork(new URL('load.process.ts', import.meta.url), {
    detached: true,
    serialization: 'advanced',
  })
  // Where it is gone, whoever waits for its next word hears of it.
  const tell = (message: ToLoad): void => void child.send(message, () => undefined)
  const answered = (message: 'counts' | 'end'): Promise<Counts> => {
    tell(message)
    return nextMessage(child)
  }
  tell(of)
  return { counts: () => answered('counts'), end: () => answered('end') }
}
