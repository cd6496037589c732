import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'lb-link-rce',
    [
      post('/goform/set_LimitClient_cfg', 'time1=00:00-00:00&mac=;id;'),
      post('/goform/set_LimitClient_cfg', 'time1=00:00-00:00&mac=%26%26id'),
      post('/goform/set_LimitClient_cfg', 'time1=00:00-00:00&mac=%0Aid'),
    ],
    [
      get('/goform/set_LimitClient_cfg'),
      // So an owner bounds a device.
      post('/goform/set_LimitClient_cfg', 'time1=00:00-00:00&mac=00:11:22:33:44:55'),
    ],
  ),
]
