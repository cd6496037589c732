import { type ProofOverTime, enough, to } from '#tags/proof/over-time.ts'
import { syn } from '#tags/proof/sketch.ts'

export const proofsOverTime: readonly ProofOverTime[] = [
  ...enough('telnet-sweep', [10, 60], (index) => to(index, syn(index % 2 === 0 ? 23 : 2323))),
]
