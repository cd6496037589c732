import type { Conversation } from '#model/session.ts'
import { chunked, dissected } from '../testing/dissected.ts'
import { pcapngOf } from './pcapng.ts'
import { WantedFlows } from './wanted.ts'

/** The packets of some conversations of a capture, as a file. */
export async function selectedOf(
  capture: Uint8Array,
  conversations: readonly Conversation[],
  { size, shiftMs = 0 }: { size?: number; shiftMs?: number } = {},
): Promise<{ file: Uint8Array; packets: number }> {
  const wanted = new WantedFlows()
  for (const { ipProtocol, source, destination } of conversations)
    wanted.add({
      protocol: ipProtocol,
      source: source.ip,
      sourcePort: source.port,
      destination: destination.ip,
      destinationPort: destination.port,
    })
  const parts: Uint8Array[] = []
  let packets = 0
  const selected = pcapngOf([{ source: chunked(capture, size), wanted, name: 'sensor', shiftMs }])
  for await (const { bytes, packets: some } of selected) {
    parts.push(bytes)
    packets += some
  }
  return { file: Buffer.concat(parts), packets }
}

/** What a file says when it is dissected, without what depends on where it came from. */
export const conversationsOf = async (file: Uint8Array): Promise<Conversation[]> =>
  (await dissected(file)).conversations
