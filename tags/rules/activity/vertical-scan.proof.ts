import { type ProofOverTime, enough, series, to } from '#tags/proof/over-time.ts'
import { syn, tcp } from '#tags/proof/sketch.ts'

export const proofsOverTime: readonly ProofOverTime[] = [
  ...enough(
    'vertical-scan',
    [20, 60],
    (index) => syn(1000 + index),
    series(20, 1, (index) => to(index, syn(1000))),
    series(40, 1, (index) => tcp(1000 + index, 'hello')),
  ),
]
