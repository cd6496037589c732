import { type ProofOverTime, enough, series } from '#tags/proof/over-time.ts'
import { syn, tcp } from '#tags/proof/sketch.ts'

export const proofsOverTime: readonly ProofOverTime[] = [
  ...enough(
    'slow-port-scan',
    [100, 86_400],
    (index) => syn(1000 + index),
    series(120, 1, (index) => tcp(1000 + index, 'hello')),
  ),
]
