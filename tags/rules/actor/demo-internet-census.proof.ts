import { invented } from '#tags/proof/actors.ts'
import { type Proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [invented('demo-internet-census', 'probe-7.census.example')]
