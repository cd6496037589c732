import { type Proof, proof, syn, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'zmap',
    [syn(80, { window: 65_535, options: '' }, { ipId: 54_321 }), udp(53, 'x', { ipId: 54_321 })],
    [syn(80, { window: 65_535, options: '' }), syn(80, {}, { ipId: 54_321 })],
  ),
]
