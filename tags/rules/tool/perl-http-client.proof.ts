import { type Proof } from '#tags/proof/sketch.ts'
import { named } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [named('perl-http-client', 'libwww-perl/6.77', 'perl')]
