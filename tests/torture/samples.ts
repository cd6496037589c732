import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { behaviours } from '#demo/behaviours/all.ts'
import { ipv4Of, ipv6Of } from '#demo/addresses.ts'
import { random } from '#demo/random.ts'
import { capture } from '#demo/wire/capture.ts'
import { extraDataFolder } from '../extra-data.ts'

/** Small ones of many kinds: pcapng, tags, tunnels, fragments, IPv6, TLS, SSH, QUIC, telnet. */
const chosen = [
  'arkime__6-4-gre-ppp-udp-4-dns.pcap',
  'arkime__http-500-head.pcap',
  'arkime__v6.pcap',
  'ja4__ssh-r.pcap',
  'ja4__tls-sni.pcapng',
  'arkime__dot1ad.pcap',
  'ja4__http1-with-cookies.pcapng',
  'arkime__openssl-tls1_2.pcap',
]

export interface Sample {
  name: string
  bytes: Uint8Array
}

/** Ten captures of the simulator, one for each of as many behaviours, and small real ones out of the extra data when there is some. */
export function samples(): { simulated: Sample[]; real: Sample[] } {
  const simulated = behaviours.slice(0, 10).map((behaviour, at): Sample => {
    const drawn = random(`torture:${behaviour.name}`)
    const family = at % 4 === 3 ? 6 : 4
    const network = drawn.pick(behaviour.networks)
    const address = family === 4 ? ipv4Of(network, drawn) : ipv6Of(network, drawn)
    const exchanges = behaviour.day({ address, family }, Date.UTC(2026, 0, 1), drawn).slice(0, 4)
    return { name: behaviour.name, bytes: Buffer.concat([...capture(exchanges, drawn)]) }
  })
  const extra = extraDataFolder()
  const real = (extra === null ? [] : chosen)
    .map((name) => join(extra ?? '', 'pcap', name))
    .filter((path) => existsSync(path))
    .map((path): Sample => ({ name: path, bytes: readFileSync(path) }))
    .filter(({ bytes }) => bytes.length < 32_768)
  return { simulated, real }
}
