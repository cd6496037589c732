import { type Proof, proof, tcp, telnet } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('telnet-bruteforcer', telnet('admin', 'secret'), [tcp(23), telnet('HELP')]),
]
