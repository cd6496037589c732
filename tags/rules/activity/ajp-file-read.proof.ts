import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'ajp-file-read',
    [tcp(8009, '\u00124\u0001\u0000\u0002\u0002javax.servlet.include.path_info')],
    [tcp(8009, 'hello'), tcp(8010, '\u00124\u0001\u0000\u0002\u0002javax.servlet.include.path_info')],
  ),
]
