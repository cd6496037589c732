import type { Behaviour } from '../behaviour.ts'
import { visit } from '../speak/http.ts'
import { syn } from '../speak/syn.ts'
import { latin1 } from '../speak/text.ts'
import { hostOf } from '../targets.ts'
import { knock, several } from './tcp.ts'

/** Open Redis: CONFIG SET towards a cron file, as the mining worms do. */
export const redis: Behaviour = {
  name: 'redis',
  networks: ['hosting-asia', 'hosting-offshore', 'broadband-cn'],
  addresses: 150,
  ipv6: 0.05,
  activeDays: [1, 5],
  day: (actor, midnight, random) =>
    several(random, 1, 5, () =>
      knock(actor, midnight, random, {
        port: 6379,
        syn: syn.linux,
        turns: () => [
          { from: 'source', bytes: latin1('*1\r\n$4\r\nINFO\r\n') },
          { from: 'destination', bytes: latin1('-NOAUTH Authentication required.\r\n') },
          {
            from: 'source',
            bytes: latin1('*4\r\n$6\r\nCONFIG\r\n$3\r\nSET\r\n$3\r\ndir\r\n$16\r\n/var/spool/cron/\r\n'),
          },
        ],
      }),
    ),
}

/** Open container and model APIs. */
export const apis: Behaviour = {
  name: 'open-apis',
  networks: ['hosting-cloud', 'hosting-asia', 'vpn-tunnel'],
  addresses: 200,
  ipv6: 0.1,
  activeDays: [1, 4],
  day: (actor, midnight, random) =>
    several(random, 2, 6, () => {
      const [port, uri] = random.pick([
        [2375, '/v1.24/containers/json'],
        [2375, '/containers/create'],
        [11_434, '/api/tags'],
        [9200, '/_cat/indices'],
        [10_250, '/pods'],
        [8080, '/manager/html'],
      ] as const)
      return knock(actor, midnight, random, {
        port,
        syn: syn.linux,
        turns: (destination) =>
          visit(
            { uri, userAgent: 'Go-http-client/1.1', host: hostOf(destination, port) },
            '401 Unauthorized',
          ),
      })
    }),
}
