import { odd } from '#tags/proof/examples.ts'
import { type Proof, proof, syn } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'tcp-null-scan',
    [odd({}), odd({ rst: 0 })],
    [
      odd({ fin: 1 }),
      odd({ psh: 1 }),
      syn(80),
      { ...odd({}), destination: { ip: '192.0.2.9', port: 80, bytes: 0, packets: 0 } },
    ],
  ),
]
