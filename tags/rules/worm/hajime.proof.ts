import { type Proof, proof, telnet } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('hajime', telnet('enable', 'sh', 'cat /proc/mounts; /bin/busybox QWERT'), [
    telnet('/bin/busybox QWERT'),
    telnet('cat /proc/mounts; /bin/busybox ECCHI'),
    telnet('/bin/busybox cat /proc/mounts; /bin/busybox ECCHI'),
  ]),
]
