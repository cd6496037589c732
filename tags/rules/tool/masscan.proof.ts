import { type Proof, agent, proof, syn } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'masscan',
    [
      syn(80, { masscanId: true, window: 1024, options: '' }),
      syn(80, { masscanId: true, window: 1024, options: '2' }),
      agent('masscan/1.3 (https://github.com/robertdavidgraham/masscan)'),
    ],
    [syn(80, { masscanId: true }), syn(80, { window: 1024, options: '' })],
  ),
]
