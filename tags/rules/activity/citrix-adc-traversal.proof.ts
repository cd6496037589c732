import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('citrix-adc-traversal', get('/vpn/../vpns/cfg/smb.conf'), get('/vpn/index.html')),
]
