import { type ProofOverTime, enough } from '#tags/proof/over-time.ts'
import { udp } from '#tags/proof/sketch.ts'

export const proofsOverTime: readonly ProofOverTime[] = [
  ...enough('sip-flood', [30, 60], () => udp(5060, 'REGISTER sip:192.0.2.9 SIP/2.0\r\n')),
]
