import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'langflow-rce',
    post('/api/v1/validate/code', '{"code":"@exec(1)"}'),
    post('/api/v1/validate/code', '{"code":"x = 1"}'),
  ),
]
