import type { Conversation } from '#model/session.ts'
import { dissect, type DissectOptions, type DissectReport } from '../dissect.ts'

/** `bytes` as a stream of chunks of at most `size`. */
export async function* chunked(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

export interface Dissected {
  conversations: Conversation[]
  report: DissectReport
}

export async function dissected(
  bytes: Uint8Array,
  size?: number,
  options?: DissectOptions,
): Promise<Dissected> {
  const conversations: Conversation[] = []
  const report = await dissect(chunked(bytes, size), (batch) => void conversations.push(...batch), options)
  return { conversations, report }
}
