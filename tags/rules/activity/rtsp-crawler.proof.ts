import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'rtsp-crawler',
    [tcp(554, 'OPTIONS rtsp://192.0.2.9/ RTSP/1.0\r\n'), tcp(554, 'OPTIONS * RTSP/1.0\r\n')],
    tcp(554, 'OPTIONS / HTTP/1.1\r\n'),
  ),
]
