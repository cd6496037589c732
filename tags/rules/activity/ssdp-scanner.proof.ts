import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('ssdp-scanner', udp(1900, 'M-SEARCH * HTTP/1.1\r\nHOST:239.255.255.250:1900\r\n'), [
    udp(1900, 'NOTIFY * HTTP/1.1\r\n'),
    udp(1900, 'M-SEARCH x HTTP/1.1'),
  ]),
]
