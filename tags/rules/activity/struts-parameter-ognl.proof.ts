import { ognl } from '#tags/proof/examples.ts'
import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('struts-parameter-ognl', get(`/index.action?x=${encodeURIComponent(ognl)}`), [
    get('/index.action?member=1'),
    get('/', { contentType: ognl }),
  ]),
]
