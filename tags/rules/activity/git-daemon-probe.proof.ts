import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'git-daemon-probe',
    [tcp(9418, '0033git-upload-pack /project.git')],
    [tcp(9418, 'hello'), tcp(9419, '0033git-upload-pack /project.git')],
  ),
]
