import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('rsync-crawler', tcp(873, '@RSYNCD: 31.0\n'), tcp(873, 'RSYNCD')),
]
