import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'ofbiz-traversal',
    [
      post('/webtools/control/forgotPassword;/ProgramExport'),
      post('/webtools/control/forgotPassword/%2e/%2e/ProgramExport'),
    ],
    post('/webtools/control/forgotPassword/ProgramExport'),
  ),
]
