import type { Behaviour } from '../behaviour.ts'
import { amplification, pinger, sip } from './datagrams.ts'
import { rdp, sshBruteForce } from './logins.ts'
import { outbreak } from './outbreak.ts'
import { research, tlsScanner } from './research.ts'
import { apis, redis } from './services.ts'
import { masscan, nmap, zmap } from './sweepers.ts'
import { collector, exploiter, searchbot } from './web.ts'
import { adb, mirai, smb } from './worms.ts'

/** Everything the demo's month is made of. */
export const behaviours: readonly Behaviour[] = [
  masscan,
  zmap,
  nmap,
  mirai,
  adb,
  smb,
  sshBruteForce,
  rdp,
  exploiter,
  outbreak,
  collector,
  searchbot,
  research,
  tlsScanner,
  amplification,
  sip,
  pinger,
  redis,
  apis,
]
