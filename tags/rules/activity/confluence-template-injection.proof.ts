import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'confluence-template-injection',
    post('/template/aui/text-inline.vm', 'label=x'),
    get('/template/aui/text-inline.vm'),
  ),
]
