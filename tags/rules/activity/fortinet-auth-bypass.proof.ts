import { type Proof, get, proof, request } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'fortinet-auth-bypass',
    request('PUT', '/api/v2/cmdb/system/admin/admin', '{}', { agent: 'Report Runner' }),
    [request('PUT', '/api/v2/cmdb/system/admin/admin'), get('/', { agent: 'Report Runner' })],
  ),
]
