import { type ProofOverTime, enough } from '#tags/proof/over-time.ts'
import { syn } from '#tags/proof/sketch.ts'

export const proofsOverTime: readonly ProofOverTime[] = [
  ...enough('many-sensors', [5, 3600], (index) => ({ ...syn(80), sensor: `sensor-${index}` })),
]
