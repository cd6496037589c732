import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'cisco-ios-xe-webui',
    [get('/%25wsma_http'), post('/webui/logoutconfirm.html?logon_hash=1')],
    get('/webui/'),
  ),
]
