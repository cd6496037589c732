import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'cpanel-session-bypass',
    [
      get('/', { cookies: 'whostmgrsession=%3aAbCdEfGhIjKlMnOp', authorization: 'Basic cm9vdDp4' }),
      get('/', { cookies: 'a=1; whostmgrsession=%3aAbCdEfGhIjKlMnOp%2C', authorization: 'Basic cm9vdDp4' }),
    ],
    [
      get('/', {
        cookies: 'whostmgrsession=%3aAbCdEfGhIjKlMnOp%2C0123456789',
        authorization: 'Basic cm9vdDp4',
      }),
      get('/', { cookies: 'whostmgrsession=%3aAbCdEfGhIjKlMnOp' }),
    ],
  ),
]
