import { verified } from '#tags/proof/actors.ts'
import { type Proof, from, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  verified('censys', 'scanner-07.censys-scanner.com'),
  proof('censys', from({ asn: 'AS398324' }), from({ asn: 'AS39832' })),
]
