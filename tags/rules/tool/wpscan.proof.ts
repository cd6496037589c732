import { type Proof } from '#tags/proof/sketch.ts'
import { named } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [
  named('wpscan', 'WPScan v3.8.25 (https://wpscan.com/wordpress-security-scanner)', 'WordPress/6.5'),
]
