import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { proofOf } from '../generate/draw.ts'
import { loadExploits } from '../generate/exploits.ts'
import { evasionProofs } from './evasions/all.ts'
import { harmlessProofs } from './harmless.ts'
import type { ProofOverTime } from './over-time.ts'
import type { Proof } from './sketch.ts'

/** What lies beside a rule, in a file named after it. */
interface Beside {
  proofs?: readonly Proof[]
  proofsOverTime?: readonly ProofOverTime[]
}

const rules = join(import.meta.dirname, '..', 'rules')
const suffix = '.proof.ts'

/** By the path of the rule in tags/rules, without its suffix: "worm/mirai". */
export const besideRules: ReadonlyMap<string, Beside> = new Map(
  await Promise.all(
    readdirSync(rules, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(suffix))
      .toSorted()
      .map(
        async (file) => [file.slice(0, -suffix.length), (await import(join(rules, file))) as Beside] as const,
      ),
  ),
)

/** Every rule over single sessions has at least one; a rule may have several. */
export const proofs: readonly Proof[] = [
  ...[...besideRules.values()].flatMap((beside) => beside.proofs ?? []),
  ...evasionProofs,
  ...harmlessProofs,
  ...loadExploits().map(proofOf),
]

/** Every rule over time has at least one. */
export const proofsOverTime: readonly ProofOverTime[] = [...besideRules.values()].flatMap(
  (beside) => beside.proofsOverTime ?? [],
)
