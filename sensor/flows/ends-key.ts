import { addressBytes } from '#packet/build/address.ts'
import { flowKey } from '#packet/flows/key.ts'
import { protocols } from '#packet/layers/transport.ts'
import type { FlowEnds } from '../decoys/interface.ts'

/** The key under which the gatherer holds this conversation. */
export function keyOfEnds(ends: FlowEnds): string {
  const source = addressBytes(ends.source)
  return flowKey({
    addresses: Buffer.concat([source, addressBytes(ends.destination)]),
    sourceAt: 0,
    destinationAt: source.length,
    addressLength: source.length,
    protocol: protocols[ends.transport],
    sourcePort: ends.sourcePort,
    destinationPort: ends.destinationPort,
  })
}
