import { QueryFailed } from '../query/errors.ts'
import type { Analytics } from '../open.ts'
import { activeParts, checkPart, setAside } from './check.ts'

/** The engine's names for a file that is not what it wrote. */
const aboutFiles = new Set([
  'ATTEMPT_TO_READ_AFTER_EOF',
  'BAD_DATA_PART_NAME',
  'CANNOT_DECOMPRESS',
  'CANNOT_READ_ALL_DATA',
  'CHECKSUM_DOESNT_MATCH',
  'CORRUPTED_DATA',
  'INCORRECT_FILE_NAME',
  'NO_FILE_IN_DATA_PART',
  'TOO_LARGE_SIZE_COMPRESSED',
  'UNEXPECTED_END_OF_FILE',
  'UNEXPECTED_FILE_IN_DATA_PART',
  'UNKNOWN_CODEC',
])

export const isDamage = (error: unknown): boolean =>
  error instanceof QueryFailed && aboutFiles.has(error.type)

/**
 * Runs `run`, which a start cannot do without. When a damaged part stands in its way, the parts are checked, those that fail
 * are set aside (the patrol makes their rows anew), and `run` runs again, as long as there are such parts.
 */
export async function pastDamage<T>(
  analytics: Analytics,
  run: () => Promise<T>,
  onSetAside: (part: { table: string; name: string; fault: string }) => void,
): Promise<T> {
  for (;;)
    try {
      return await run()
    } catch (error) {
      // Each time one part less is in the way.
      if (!isDamage(error) || !(await setDamagedAside(analytics, error, onSetAside))) throw error
    }
}

/** The part and the table that the engine names when it cannot read on. */
const namedIn = /from part \S*\/([\w-]+)\/ in table \S+?\.(\w+) /

async function setDamagedAside(
  { hosts }: Analytics,
  error: unknown,
  onSetAside: Parameters<typeof pastDamage>[2],
): Promise<boolean> {
  const said = error instanceof Error ? String(error.cause) : ''
  const [, , table] = namedIn.exec(said) ?? []
  let found = false
  for (const host of hosts)
    for (const part of await host.run(activeParts, {})) {
      // Without a name every part is read: what cannot be started is worth the wait.
      if (table !== undefined && part.table !== table) continue
      const check = await checkPart(host, part)
      if (check === 'whole' || check === 'gone') continue
      await setAside(host, part)
      onSetAside({ ...part, fault: check.fault })
      found = true
    }
  return found
}
