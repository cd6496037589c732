import { type Proof, get, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'nmap-service-probe',
    [
      get('/nice%20ports%2C/Tri%6Eity.txt%2ebak'),
      tcp(5060, 'OPTIONS sip:nm SIP/2.0\r\n'),
      tcp(3389, '\u0003\u0000\u0000*%\u00e0\u0000\u0000\u0000\u0000\u0000Cookie: mstshash=nmap\r\n'),
    ],
    [get('/nice'), tcp(5060, 'OPTIONS sip:100@192.0.2.9 SIP/2.0\r\n')],
  ),
]
