import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('screenconnect-setup', get('/SetupWizard.aspx/anything'), get('/SetupWizard.aspx')),
]
