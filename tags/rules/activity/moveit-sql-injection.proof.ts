import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'moveit-sql-injection',
    [
      post('/moveitisapi/moveitisapi.dll?action=m2', ''),
      post('/guestaccess.aspx', '', { headers: { 'X-siLock-Transaction': 'session_setvars' } }),
    ],
    [post('/guestaccess.aspx'), get('/moveitisapi/moveitisapi.dll?action=capa')],
  ),
]
