import { parentPort } from 'node:worker_threads'
import { collectGarbage } from '#model/collect-garbage.ts'
import { giveWay } from '#model/give-way.ts'
import { buffersOf } from '#model/transfer.ts'
import { build } from './build.ts'
import { collect, collecting, type Collected } from './collect.ts'
import { readIndexFile } from './index-file.ts'
import type { FromBuilder, ToBuilder } from './messages.ts'
import { type NativeBlock, readNative } from './native-format.ts'
import { newestRows } from './newest-rows.ts'

/**
 * The thread that makes segments out of answers of the engine, so that the one that answers questions never waits.
 * Rows of delta segments are kept, to be joined later.
 */
giveWay()
const underWay = new Map<number, Collected>()
const deltaRows = new Map<number, NativeBlock[]>()

parentPort?.on('message', (message: ToBuilder) => {
  switch (message.kind) {
    case 'rows':
      for (const block of readNative(Buffer.concat(message.pieces)))
        take(message.segment, block, message.keep)
      return say({ kind: 'taken', number: message.segment })
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
      for (const segment of message.segments) {
        deltaRows.delete(segment)
        underWay.delete(segment)
      }
  }
})

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
