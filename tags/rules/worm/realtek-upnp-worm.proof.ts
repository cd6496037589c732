import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'realtek-upnp-worm',
    post('/picdesc.xml', '<NewInternalClient>`x`</NewInternalClient>', {
      headers: { SOAPAction: 'urn:schemas-upnp-org:service:WANIPConnection:1#AddPortMapping' },
    }),
    [
      get('/picdesc.xml'),
      post('/picdesc.xml'),
      // So a game console asks its own router for a port.
      post('/wanipcn.xml', '<NewInternalClient>192.168.1.20</NewInternalClient>', {
        headers: { SOAPAction: '"urn:schemas-upnp-org:service:WANIPConnection:1#AddPortMapping"' },
      }),
    ],
  ),
]
