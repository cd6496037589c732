import { type Proof, proof, syn, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('rdp-port-scan', syn(3389), [tcp(3389), syn(3390)])]
