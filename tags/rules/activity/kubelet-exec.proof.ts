import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'kubelet-exec',
    [
      post('/run/kube-system/x/y', 'cmd=id'),
      post('/run/kube-system/x/y?cmd=id'),
      post('/exec/kube-system/x/y?command=id&input=1&output=1'),
    ],
    [
      get('/run/kube-system/x/y'),
      post('/run'),
      // Paths like these are anybody's.
      post('/run/jobs/12/start', '{}', { contentType: 'application/json' }),
      post('/exec/reports/7/retry'),
    ],
  ),
]
