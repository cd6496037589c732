import { type Proof } from '#tags/proof/sketch.ts'
import { named } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [
  named('nuclei', 'Nuclei - Open-source project (github.com/projectdiscovery/nuclei)', 'Nuclear/1.0'),
]
