import type { Analytics } from '#store/analytics/open.ts'
import { stageCves, type CveImport } from '#store/analytics/cves/stage.ts'
import { statusOf } from '#store/analytics/cves/status.ts'
import { checkedRows, type Seen } from './check.ts'
import type { Bytes } from '../formats/bytes.ts'
import type { CveRow, CveSource } from './source.ts'

export interface ImportOptions {
  /** Milliseconds since 1970 UTC. */
  now: number
  /** The files are an addition: what they do not name stays as it is. */
  partial?: boolean
  /** Takes it although it is much smaller than what stands, or its last row is gone: for an operator who has looked. */
  force?: boolean
}

/**
 * Takes the files of one source as its new state, all of them or nothing. The data of the last import stays in use, and is what everybody
 * reads, until every file has been read to its end and found whole; then one row switches. The state before is kept, too.
 * @returns what came of it: rows, and how many were added, changed, removed
 * @throws SourceRefused when the files are empty, damaged, cut off or suddenly small
 */
export async function importCveSource(
  analytics: Analytics,
  source: CveSource,
  files: Iterable<Bytes> | AsyncIterable<Bytes>,
  { now, partial = false, force = false }: ImportOptions,
): Promise<CveImport> {
  const before = await statusOf(analytics, source.name)
  const staged = await stageCves(analytics, source.name, { now, partial })
  const rows = keepingEnd(checkedRows(source, files, { before, partial, force }))
  try {
    await staged.insert(rows.all())
    return await staged.publish(rows.end())
  } catch (error) {
    await staged.discard()
    throw rows.broken() ?? error
  }
}

/** What a generator yields, and afterwards what it returned or threw (the store wraps errors in its own). */
function keepingEnd(rows: AsyncGenerator<CveRow, Seen>) {
  let end: Seen | null = null
  let broken: unknown
  return {
    async *all(): AsyncGenerator<CveRow> {
      try {
        end = yield* rows
      } catch (error) {
        broken = error
        throw error
      }
    },
    end(): Seen {
      if (!end) throw new Error('The rows have not ended.')
      return end
    },
    broken: (): unknown => broken,
  }
}
