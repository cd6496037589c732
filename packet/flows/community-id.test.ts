import { expect, it } from 'vitest'
import { addressBytes } from '../build/address.ts'
import { ethernet } from '../build/ethernet.ts'
import { ip } from '../build/ip.ts'
import { icmp as message } from '../build/transport.ts'
import { only } from '../testing/two-ends.ts'
import { communityId } from './community-id.ts'

/** From the baseline files of the specification's own repository (corelight/community-id-spec, seed 0). */
it.each<[string, string, string, number, number, number, string]>([
  ['TCP', '128.232.110.120', '66.35.250.204', 6, 34855, 80, '1:LQU9qZlK+B5F3KDmev6m5PMibrg='],
  [
    'TCP seen from the other end',
    '66.35.250.204',
    '128.232.110.120',
    6,
    80,
    34855,
    '1:LQU9qZlK+B5F3KDmev6m5PMibrg=',
  ],
  ['UDP', '192.168.1.52', '8.8.8.8', 17, 54585, 53, '1:d/FP5EW3wiY1vCndhwleRRKHowQ='],
])('%s', (_name, source, destination, protocol, sourcePort, destinationPort, expected) => {
  const ends = { source: addressBytes(source), destination: addressBytes(destination) }
  expect(communityId({ ...ends, protocol, sourcePort, destinationPort, icmp: null })).toBe(expected)
})

it.each<[string, string, string, number, number, string]>([
  ['echo', '192.168.0.89', '192.168.0.1', 1, 8, '1:X0snYXpgwiv9TZtqg64sgzUn6Dk='],
  ['echo reply', '192.168.0.1', '192.168.0.89', 1, 0, '1:X0snYXpgwiv9TZtqg64sgzUn6Dk='],
  [
    'neighbour solicitation',
    'fe80::200:86ff:fe05:80da',
    'fe80::260:97ff:fe07:69ea',
    58,
    135,
    '1:dGHyGvjMfljg6Bppwm3bg0LO8TY=',
  ],
])('ICMP %s', (_name, source, destination, protocol, type, expected) => {
  const ends = { source: addressBytes(source), destination: addressBytes(destination) }
  const icmp = { type, code: 0 }
  expect(communityId({ ...ends, protocol, sourcePort: 0, destinationPort: 0, icmp })).toBe(expected)
})

it('of an echo and its reply it is one, whichever was captured first, and whichever alone', async () => {
  const [asker, other] = ['192.168.0.89', '192.168.0.1']
  const request = ethernet(ip({ source: asker, destination: other }, message({ type: 8 })))
  const reply = ethernet(ip({ source: other, destination: asker }, message({ type: 0 })))
  for (const captured of [[request, reply], [reply, request], [request], [reply]]) {
    const one = await only(captured.map((frame, at) => ({ at, frame })))
    expect(one.communityId).toBe('1:X0snYXpgwiv9TZtqg64sgzUn6Dk=')
  }
})
