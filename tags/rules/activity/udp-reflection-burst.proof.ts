import { type ProofOverTime, enough } from '#tags/proof/over-time.ts'
import { udp } from '#tags/proof/sketch.ts'

export const proofsOverTime: readonly ProofOverTime[] = [
  ...enough('udp-reflection-burst', [50, 60], () => udp(123, '\u0017')),
]
