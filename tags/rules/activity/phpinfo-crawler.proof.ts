import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('phpinfo-crawler', get('/phpinfo.php'), get('/info.html'))]
