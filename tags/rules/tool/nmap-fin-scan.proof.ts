import { odd } from '#tags/proof/examples.ts'
import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('nmap-fin-scan', odd({ fin: 1 }), [
    odd({ fin: 1 }, { window: 501 }),
    odd({ fin: 1 }, { options: '1-1-8' }),
    odd({ fin: 1, ack: 3 }),
    tcp(80),
  ]),
]
