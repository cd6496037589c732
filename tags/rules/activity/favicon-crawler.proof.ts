import { front } from '#tags/proof/examples.ts'
import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('favicon-crawler', get('/favicon.ico'), front)]
