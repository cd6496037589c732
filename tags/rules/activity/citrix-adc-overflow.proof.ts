import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('citrix-adc-overflow', get('/gwtest/formssso?event=start&target=AAAA'), get('/gwtest/formssso')),
]
