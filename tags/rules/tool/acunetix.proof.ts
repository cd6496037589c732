import { type Proof, agent, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'acunetix',
    [agent('acunetix-product (WVS/13.0)'), get('/', { headers: { 'Acunetix-Aspect': 'enabled' } })],
    get('/', { headers: { 'X-Aspect': 'enabled' } }),
  ),
]
