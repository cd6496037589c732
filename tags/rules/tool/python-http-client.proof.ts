import { type Proof } from '#tags/proof/sketch.ts'
import { named } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [named('python-http-client', 'python-requests/2.32.3', 'requests')]
