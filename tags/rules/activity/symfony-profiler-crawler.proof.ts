import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('symfony-profiler-crawler', get('/app_dev.php/_profiler/phpinfo'), get('/profiler/')),
]
