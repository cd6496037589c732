import { type Proof } from '#tags/proof/sketch.ts'
import { named } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [named('java-http-client', 'okhttp/4.12.0', 'JavaScript/1.0')]
