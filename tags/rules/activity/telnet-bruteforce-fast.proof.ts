import { type ProofOverTime, enough } from '#tags/proof/over-time.ts'
import { telnet } from '#tags/proof/sketch.ts'

export const proofsOverTime: readonly ProofOverTime[] = [
  ...enough('telnet-bruteforce-fast', [10, 300], () => telnet('root', 'root')),
]
