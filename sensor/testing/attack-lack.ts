import { captureLack } from './capture-right.ts'
import { programOf } from './install-host.ts'

/** What attacks a sensor in a network of its own, and what counts its packets: Debian's packages of the same names (nft: nftables). */
const programs = ['nmap', 'masscan', 'hydra', 'curl', 'nft']

/** Why no sensor can be attacked here; null where one can. */
export function attackLack(): string | null {
  const missing = programs.filter((name) => programOf(name) === undefined)
  return captureLack() ?? (missing.length > 0 ? `no ${missing.join(', ')}` : null)
}
