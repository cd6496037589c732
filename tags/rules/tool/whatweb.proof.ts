import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('whatweb', [agent('WhatWeb/0.5.5')], [agent('what web')])]
