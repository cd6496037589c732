import { front } from '#tags/proof/examples.ts'
import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('robots-txt-crawler', get('/robots.txt'), front)]
