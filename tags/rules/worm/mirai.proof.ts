import { type Proof, proof, syn } from '#tags/proof/sketch.ts'

/** A frame filled with one byte: its numbers are all alike, and its flags make no sense. */
const damaged = { syn: 1, synAck: 0, ack: 0, psh: 1, rst: 0, fin: 0, urg: 1 }

export const proofs: readonly Proof[] = [
  proof(
    'mirai',
    [syn(23, { sequenceIsDestination: true }), syn(2323, { sequenceIsDestination: true })],
    [syn(23), syn(23, { sequenceIsDestination: true, flags: damaged })],
  ),
]
