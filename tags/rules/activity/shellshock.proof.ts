import { type Proof, agent, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'shellshock',
    [agent('() { :; }; /bin/bash -c id'), get('/', { headers: { 'X-Test': '() { :;}; echo x' } })],
    agent('function() { return 1 }'),
  ),
]
