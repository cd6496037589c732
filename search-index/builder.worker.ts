import { isDeepStrictEqual } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { collectGarbage } from '#model/collect-garbage.ts'
import { giveWay } from '#model/give-way.ts'
import { buffersOf } from '#model/transfer.ts'
import type { Connection } from '#store/analytics/query/connection.ts'
import type { Querier } from '#store/analytics/query/querier.ts'
import { build } from './build.ts'
import { collect, collecting, type Collected } from './collect.ts'
import { readIndexFile } from './index-file.ts'
import type { FromBuilder, ToBuilder } from './messages.ts'
import { type NativeBlock, readNative } from './native-format.ts'
import { newestRows } from './newest-rows.ts'
import { readRows } from './rows.ts'

/**
 * The thread that makes segments out of answers of the engine, so that the one that answers questions never waits.
 * Rows of delta segments are kept, to be joined later.
 */
giveWay()
const underWay = new Map<number, Collected>()
const deltaRows = new Map<number, NativeBlock[]>()

parentPort?.on('message', (message: ToBuilder) => {
  switch (message.kind) {
    case 'read':
      return void read(message)
    case 'join':
      for (const block of newestRows(message.of.flatMap((segment) => deltaRows.get(segment) ?? [])))
        take(message.segment, block, true)
      for (const segment of message.of) deltaRows.delete(segment)
      return finish(message.segment)
    case 'finish':
      return finish(message.segment)
    case 'load': {
      const index = readIndexFile(message.file.path, message.file.key)
      return say({ kind: 'loaded', number: 0, index }, buffersOf(index))
    }
    case 'collect':
      collectGarbage()
      return say({ kind: 'collected', number: 0 })
    case 'forget':
      forget(message.segments)
  }
})

function forget(segments: readonly number[]): void {
  for (const segment of segments) {
    deltaRows.delete(segment)
    underWay.delete(segment)
  }
}

/** The engine's answer comes here and not to the server's thread, where megabytes of it a second were garbage to collect. */
async function read({
  segment,
  rows,
  keep,
  connection,
}: Extract<ToBuilder, { kind: 'read' }>): Promise<void> {
  try {
    const answer = await readRows(await engine(connection), rows)
    for (const block of readNative(answer)) take(segment, block, keep)
    say({ kind: 'taken', number: segment, error: null })
  } catch (error) {
    forget([segment])
    say({ kind: 'taken', number: segment, error })
  }
}

/** How the engine was reached last: another one has other secrets. */
let asked: { connection: Connection; querier: Querier } | null = null

async function engine(connection: Connection): Promise<Querier> {
  // Loaded once there is something to read.
  const { openQuerier } = await import('#store/analytics/query/querier.ts')
  if (asked && isDeepStrictEqual(asked.connection, connection)) return asked.querier
  void asked?.querier.close()
  const querier = openQuerier({ ...connection, endpoint: () => connection.endpoint })
  asked = { connection, querier }
  return querier
}

const say = (message: FromBuilder, transfer: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, transfer)

function take(segment: number, block: NativeBlock, keep: boolean): void {
  const collected = underWay.get(segment) ?? collecting()
  underWay.set(segment, collected)
  collect(collected, block)
  if (keep) deltaRows.set(segment, [...(deltaRows.get(segment) ?? []), block])
}

function finish(number: number): void {
  const segment = build(underWay.get(number) ?? collecting())
  underWay.delete(number)
  say({ kind: 'built', number, segment }, buffersOf(segment))
}
