import { type ProofOverTime, enough, series } from '#tags/proof/over-time.ts'
import { tcp } from '#tags/proof/sketch.ts'

export const proofsOverTime: readonly ProofOverTime[] = [
  ...enough(
    'rdp-bruteforce-fast',
    [10, 300],
    () => tcp(3389, '\u0003\u0000\u0000*%\u00e0Cookie: mstshash=admin\r\n'),
    series(20, 1, () => tcp(3389)),
  ),
]
