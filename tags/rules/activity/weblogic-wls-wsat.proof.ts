import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'weblogic-wls-wsat',
    post('/wls-wsat/CoordinatorPortType', '<work:WorkContext><java><void class="java.lang.ProcessBuilder">'),
    [get('/wls-wsat/CoordinatorPortType'), post('/wls-wsat/CoordinatorPortType', '<x/>')],
  ),
]
