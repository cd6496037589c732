import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'realtek-sdk-formwsc',
    [
      post('/goform/formSysCmd', 'sysCmd=id'),
      post('/boafrm/formWsc', 'submit-url=/wlwps.asp&peerPin=12345678;id;&setPIN=Start+PIN'),
      post('/goform/formWsc', 'submit-url=%2Fwlwps.asp&peerPin=12345678%3Bid%3B&setPIN=Start+PIN'),
      post('/goform/formWsc', 'submit-url=%2Fwlwps.asp&peerPin=12345678%26%26id&setPIN=Start+PIN'),
      post('/goform/formWsc', 'submit-url=%2Fwlwps.asp&peerPin=12345678%0Aid&setPIN=Start+PIN'),
    ],
    [
      get('/goform/formSysCmd'),
      // So an owner lets a device into the network.
      post('/goform/formWsc', 'submit-url=%2Fwlwps.asp&peerPin=12345678&setPIN=Start+PIN'),
    ],
  ),
]
