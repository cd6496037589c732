import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('zookeeper-crawler', tcp(2181, 'ruok'), [tcp(2181, 'x'), tcp(2182, 'ruok')]),
]
