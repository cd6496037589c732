import { verified } from '#tags/proof/actors.ts'
import { type Proof, at, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  verified('shodan-io', 'census3.shodan.io'),
  proof('shodan-io', [at('66.240.192.138'), at('198.20.69.74')], [at('66.240.192.139'), at('198.20.69.80')]),
]
