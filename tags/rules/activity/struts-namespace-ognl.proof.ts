import { ognl } from '#tags/proof/examples.ts'
import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'struts-namespace-ognl',
    get('/%24%7B%28%23a%3D1%29%7D/index.action'),
    get('/', { contentType: ognl }),
  ),
]
