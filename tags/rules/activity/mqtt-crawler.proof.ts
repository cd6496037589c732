import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('mqtt-crawler', tcp(1883, '\u0010\u0012\u0000\u0004MQTT\u0004\u0002'), tcp(1883, '\u0020\u0002')),
]
