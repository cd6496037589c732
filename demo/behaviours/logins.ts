import type { Behaviour } from '../behaviour.ts'
import { sshClients, sshOpening } from '../speak/ssh.ts'
import { syn } from '../speak/syn.ts'
import { latin1 } from '../speak/text.ts'
import { knock, several } from './tcp.ts'

/** SSH password guessing: many short sessions to one or two hosts, the client never changes. */
export const sshBruteForce: Behaviour = {
  name: 'ssh-brute-force',
  networks: [
    'hosting-cheap',
    'hosting-offshore',
    'broadband-cn',
    'broadband-br',
    'hosting-asia',
    'broadband-kr',
  ],
  addresses: 620,
  ipv6: 0.06,
  activeDays: [1, 9],
  day(actor, midnight, random) {
    const client = random.pick([sshClients.go, sshClients.go, sshClients.libssh, sshClients.paramiko])
    return several(random, 3, 12, () =>
      knock(actor, midnight, random, {
        port: random.chance(0.9) ? 22 : 2222,
        syn: syn.linux,
        turns: () => sshOpening(client, random),
      }),
    )
  },
}

/** Remote desktop guessing: an X.224 connection request with the cookie of MS-RDPBCGR 2.2.1.1. */
export const rdp: Behaviour = {
  name: 'rdp',
  networks: ['hosting-offshore', 'broadband-ru', 'vpn-tunnel', 'hosting-cheap'],
  addresses: 260,
  ipv6: 0,
  activeDays: [1, 6],
  day: (actor, midnight, random) =>
    several(random, 2, 8, () =>
      knock(actor, midnight, random, {
        port: random.chance(0.85) ? 3389 : random.int(3390, 3399),
        syn: syn.windows,
        turns: () => {
          const cookie = `Cookie: mstshash=${random.pick(['Administr', 'hello', 'admin', 'user', 'Test'])}\r\n`
          const length = cookie.length + 11 + 8
          const header = String.fromCharCode(3, 0, 0, length, length - 5, 0xe0, 0, 0, 0, 0, 0)
          return [{ from: 'source', bytes: latin1(`${header}${cookie}\x01\x00\x08\x00\x03\x00\x00\x00`) }]
        },
      }),
    ),
}
