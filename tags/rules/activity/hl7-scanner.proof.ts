import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('hl7-scanner', [tcp(2575, '\u000bMSH|^~\\&|')], [tcp(2575, 'hello'), tcp(2576, '\u000bMSH|^~\\&|')]),
]
