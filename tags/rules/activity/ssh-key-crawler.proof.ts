import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('ssh-key-crawler', get('/.ssh/id_rsa'), get('/ssh/keys'))]
