import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'weblogic-console-handle',
    get('/console/images/%252e%252e%252fconsole.portal?_nfpb=true&handle=com.bea.core.repackaged.X'),
    get('/console/images/%252e%252e%252fconsole.portal?_nfpb=true'),
  ),
]
