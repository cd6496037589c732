import { type Proof } from '#tags/proof/sketch.ts'
import { named } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [named('go-http-client', 'Go-http-client/1.1', 'Go')]
