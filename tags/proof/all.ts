import { actorProofs } from './actors.ts'
import { crawlingProofs } from './crawling.ts'
import { applicationExploitProofs } from './exploits-applications.ts'
import { networkExploitProofs } from './exploits-network.ts'
import { loginProofs } from './logins.ts'
import { protocolProofs } from './protocols.ts'
import type { Proof } from './sketch.ts'
import { toolProofs } from './tools.ts'
import { wormProofs } from './worms.ts'

/** Every rule has at least one; a rule may have several. */
export const proofs: readonly Proof[] = [
  ...toolProofs,
  ...wormProofs,
  ...loginProofs,
  ...protocolProofs,
  ...crawlingProofs,
  ...networkExploitProofs,
  ...applicationExploitProofs,
  ...actorProofs,
]
