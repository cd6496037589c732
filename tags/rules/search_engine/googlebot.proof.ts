import { verified } from '#tags/proof/actors.ts'
import { type Proof, at, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('googlebot', [at('66.249.64.1'), at('::ffff:66.249.95.255')], at('66.249.96.1')),
  verified('googlebot', 'crawl-66-249-66-1.googlebot.com'),
]
