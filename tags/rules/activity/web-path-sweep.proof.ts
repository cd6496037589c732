import { type ProofOverTime, enough, series } from '#tags/proof/over-time.ts'
import { get } from '#tags/proof/sketch.ts'

export const proofsOverTime: readonly ProofOverTime[] = [
  ...enough(
    'web-path-sweep',
    [30, 60],
    (index) => get(`/page${index}`),
    series(40, 1, () => get('/page')),
  ),
]
