import { ognl } from '#tags/proof/examples.ts'
import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'struts-parameter-ognl',
    [
      get(`/index.action?x=${encodeURIComponent(ognl)}`),
      get(`/index.action?x=%23_memberAccess.allowStaticMethodAccess`),
      post('/index.action', String.raw`('\u0023_memberAccess.x')(a)=true`),
      post('/index.action', `x=#context['_memberAccess']`),
    ],
    [
      get('/index.action?member=1'),
      get('/', { contentType: ognl }),
      // A word that settings of any program may have.
      get('/settings?tab=memberAccess'),
      post('/teams/3', '{"memberAccess":"all"}', { contentType: 'application/json' }),
    ],
  ),
]
