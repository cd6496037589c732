import { type Proof } from '#tags/proof/sketch.ts'
import { named } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [named('curl', 'curl/8.7.1', 'pycurl/7.45')]
