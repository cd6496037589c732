import { type ProofOverTime, enough, series, to } from '#tags/proof/over-time.ts'
import { inNetwork, syn, tcp } from '#tags/proof/sketch.ts'

export const proofsOverTime: readonly ProofOverTime[] = [
  ...enough(
    'smb-sweep',
    [10, 60],
    (index) => to(index, syn(445)),
    series(20, 1, (index) => to(index, inNetwork(tcp(445, '\u00ffSMBr')))),
  ),
]
