import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

const named = (action: string) => post('/HNAP1/', '', { headers: { SOAPAction: action } })

export const proofs: readonly Proof[] = [
  proof(
    'hnap-rce',
    [
      named('http://purenetworks.com/HNAP1/`id`'),
      // What ends the name of the action begins a command, whichever it is.
      named('"http://purenetworks.com/HNAP1/;reboot"'),
      named('"http://purenetworks.com/HNAP1/GetDeviceSettings/;reboot"'),
    ],
    [
      get('/HNAP1/'),
      post('/HNAP1/'),
      // So the owner of such a router logs in.
      post('/HNAP1/', '<Login><Action>request</Action></Login>', {
        headers: {
          SOAPAction: '"http://purenetworks.com/HNAP1/Login"',
          'Content-Type': 'text/xml; charset=utf-8',
          Cookie: 'uid=a1; path=/; PrivateKey=b2',
        },
      }),
    ],
  ),
]
