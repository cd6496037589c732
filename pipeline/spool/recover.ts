import { readdir, truncate } from 'node:fs/promises'
import { syncFolder } from '#store/files/durable.ts'
import type { BatchIndex } from './batch-index.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { Log } from '#store/log.ts'
import { isBehind, type Place } from './place.ts'
import { type FoundBatch, recoverSegment, type Segment, segmentNumber } from './segment.ts'

/**
 * Reads every segment, cuts torn tails, enters their batches into the index again, and compares: a batch that the index
 * knows to be written behind the checkpoint and that is not there whole is marked as lost.
 * @returns `isDoubled`: a batch stands there twice. What failed to be written and could not be cut off was sent again.
 */
export async function recover({
  folder,
  index,
  checkpoint,
  log,
}: {
  folder: string
  index: BatchIndex
  checkpoint: Checkpoint
  log: Log
}): Promise<{ segments: Segment[]; damagedBytes: number; isDoubled: boolean }> {
  const drained = { segment: checkpoint.segment, end: checkpoint.offset }
  const missing = new Set(index.behind(drained))
  const numbers = (await readdir(folder)).map(segmentNumber).filter((number) => number !== null)
  const segments: Segment[] = []
  let damagedBytes = 0
  const found = new Set<string>()
  let isDoubled = false
  for (const number of numbers.sort((a, b) => a - b)) {
    const { segment, batches, size, damage } = await recoverSegment(folder, number)
    for (const { id } of batches) {
      missing.delete(id)
      isDoubled ||= found.has(id)
      found.add(id)
    }
    if (size > segment.end) {
      await truncate(segment.path, segment.end)
      const bytes = size - segment.end
      // The index is written after the sync: who has a row behind the end was promised what stood there.
      if ([...missing].some((id) => index.find(id)?.place?.segment === number)) {
        damagedBytes += bytes
        log.error({ segment: number, bytes }, 'spool: damaged bytes at the end of a segment')
      } else log.warn({ segment: number, bytes }, 'spool: cut off a torn tail nobody was promised')
    }
    damagedBytes += damage.reduce((sum, { from, to }) => sum + to - from, 0)
    for (const range of damage) log.error({ segment: number, ...range }, 'spool: damaged bytes in a segment')
    index.enter(batches.filter((batch) => isNews(batch, index, drained)))
    segments.push(segment)
  }
  for (const id of missing) index.markLost(id, '')
  if (missing.size > 0)
    log.error(
      { batches: [...missing].slice(0, 10), count: missing.size },
      'spool: accepted batches are missing',
    )
  await syncFolder(folder)
  return { segments, damagedBytes, isDoubled }
}

/** A batch that was lost after it had been stored is not found by finding its old frames. */
function isNews({ id, place }: FoundBatch, index: BatchIndex, drained: Place): boolean {
  const lost = index.find(id)?.lost ?? null
  return lost === null || isBehind(place, drained)
}
