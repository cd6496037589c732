import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'weblogic-async',
    post('/_async/AsyncResponseService', '<work:WorkContext><void class="java.lang.ProcessBuilder">'),
    post('/wls-wsat/CoordinatorPortType', '<work:WorkContext><void class="java.lang.ProcessBuilder">'),
  ),
]
