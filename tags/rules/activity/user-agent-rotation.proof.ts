import { type ProofOverTime, enough, series } from '#tags/proof/over-time.ts'
import { agent } from '#tags/proof/sketch.ts'

export const proofsOverTime: readonly ProofOverTime[] = [
  ...enough(
    'user-agent-rotation',
    [10, 600],
    (index) => agent(`Mozilla/5.0 name${index}`),
    series(20, 1, () => agent('Mozilla/5.0')),
  ),
]
