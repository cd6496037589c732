import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'vmware-vcenter-telemetry',
    post('/analytics/telemetry/ph/api/hyper/send?_c=&_i=test', 'x'),
    post('/ui/vropspluginui/rest/services/uploadova'),
  ),
]
