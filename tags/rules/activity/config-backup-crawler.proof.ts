import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('config-backup-crawler', get('/wp-config.php.bak'), get('/wp-config.php')),
]
