import { withLock } from '../locks.ts'
import type { Analytics } from '../open.ts'
import type { Querier } from '../query/querier.ts'
import { amountsOf, done, type Note, noteOf, underWayTo, writeNote } from './notes.ts'
import type { Rebuild } from './rebuild.ts'

type About = Rebuild & { workspace: string }

/**
 * Sessions that are swapped look up to date; should we die before what follows from them does, this keeps the day due.
 * @param counted how many sessions there were when all that is counted over time was right; as many as there are now, without it
 */
export const noteUnderWay = async (
  host: Querier,
  about: About,
  name: string,
  counted?: Pick<Note, 'sessions' | 'earlier'>,
): Promise<void> => {
  const { sessions, earlier } = counted ?? (await amountsOf(host, about))
  await writeNote(host, { ...about, rules: underWayTo(name), sessions, earlier })
}

/** Everything follows from the sessions of a day now. */
export async function noteDone(analytics: Analytics, about: About): Promise<void> {
  await withLock(analytics, 'sessions', async () => {
    for (const host of analytics.hosts) {
      const note = await noteOf(host, about)
      if (note) await writeNote(host, { ...note, rules: done(note.rules) })
    }
  })
}
