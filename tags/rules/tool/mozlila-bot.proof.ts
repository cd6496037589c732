import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'mozlila-bot',
    [agent('Mozlila/5.0 (Linux; Android 7.0; SM-G892A)')],
    [agent('Mozilla/5.0 (Linux; Android 7.0; SM-G892A)')],
  ),
]
