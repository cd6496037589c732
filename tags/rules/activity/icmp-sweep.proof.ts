import { type ProofOverTime, enough, series, to } from '#tags/proof/over-time.ts'
import { icmp } from '#tags/proof/sketch.ts'

export const proofsOverTime: readonly ProofOverTime[] = [
  ...enough(
    'icmp-sweep',
    [10, 60],
    (index) => to(index, icmp(8)),
    series(20, 1, () => icmp(8)),
    series(20, 1, (index) => to(index, icmp(0))),
  ),
]
