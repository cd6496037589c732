import { type Proof } from '#tags/proof/sketch.ts'
import { named } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [
  named(
    'httpx-projectdiscovery',
    'httpx - Open-source project (github.com/projectdiscovery/httpx)',
    'python-httpx/0.27.0',
  ),
]
