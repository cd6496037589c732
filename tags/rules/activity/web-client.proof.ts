import { type Proof, get, proof, tcp } from '#tags/proof/sketch.ts'

const web = get('/')

export const proofs: readonly Proof[] = [proof('web-client', web, tcp(80, 'x'))]
