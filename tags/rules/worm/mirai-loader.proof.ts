import { type Proof, proof, telnet } from '#tags/proof/sketch.ts'
import { login } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [
  proof('mirai-loader', telnet('root', 'xc3511', 'enable', 'sh', '/bin/busybox MIRAI'), [
    login,
    telnet('/bin/busybox ls'),
  ]),
]
