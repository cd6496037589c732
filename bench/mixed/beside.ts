import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Counts } from './load.ts'
import type { LoadOf, ToLoad } from './load.process.ts'

/** The load, in a process of its own. */
export function startLoad(of: LoadOf): { counts(): Promise<Counts>; end(): Promise<Counts> } {
  const child = fork(new URL('load.process.ts', import.meta.url), {
    detached: true,
    serialization: 'advanced',
  })
  const tell = (message: ToLoad): void => void child.send(message)
  const answered = async (message: 'counts' | 'end'): Promise<Counts> => {
    tell(message)
    const [counts] = (await once(child, 'message')) as [Counts]
    return counts
  }
  tell(of)
  return { counts: () => answered('counts'), end: () => answered('end') }
}
