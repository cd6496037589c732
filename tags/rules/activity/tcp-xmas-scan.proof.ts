import { odd } from '#tags/proof/examples.ts'
import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('tcp-xmas-scan', odd({ fin: 1, psh: 1, urg: 1 }), [
    odd({ fin: 1 }),
    tcp(80),
    odd({ syn: 1, fin: 1, psh: 1, urg: 1 }),
  ]),
]
