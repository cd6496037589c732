import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('open-redirect-oast', get('/?url=http://c0ffee.oast.fun/'), get('/?url=http://toast.example/')),
]
