import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('kubelet-exec', post('/run/kube-system/x/y', 'cmd=id'), [get('/run/kube-system/x/y'), post('/run')]),
]
