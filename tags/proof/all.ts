import { loadFacts } from '../generate/facts.ts'
import { proofOf } from '../generate/draw.ts'
import { actorProofs } from './actors.ts'
import { crawlingProofs } from './crawling.ts'
import { agentsProofs } from './agents.ts'
import { applicationExploitProofs } from './exploits-applications.ts'
import { evasionProofs } from './evasions/all.ts'
import { splitProofs } from './exploits-apart.ts'
import { networkExploitProofs } from './exploits-network.ts'
import { harmlessProofs } from './harmless.ts'
import { industryProofs } from './industry.ts'
import { loginProofs } from './logins.ts'
import { protocolProofs } from './protocols.ts'
import { servicesProofs } from './services.ts'
import type { Proof } from './sketch.ts'
import { toolProofs } from './tools.ts'
import { wormProofs } from './worms.ts'

/** Every rule over single sessions has at least one; a rule may have several. */
export const proofs: readonly Proof[] = [
  ...toolProofs,
  ...wormProofs,
  ...loginProofs,
  ...protocolProofs,
  ...crawlingProofs,
  ...networkExploitProofs,
  ...applicationExploitProofs,
  ...servicesProofs,
  ...industryProofs,
  ...agentsProofs,
  ...actorProofs,
  ...splitProofs,
  ...evasionProofs,
  ...harmlessProofs,
  ...loadFacts().map(proofOf),
]
