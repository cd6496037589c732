import { type Proof, agent, from, proof, syn } from './sketch.ts'

/** A name under the organisation's domain proves it; the domain in front of another one, or as a part of one, does not. */
export const verified = (slug: string, name: string): Proof => {
  const domain = name.split('.').slice(-2).join('.')
  return proof(slug, from({ rdns: name }), [
    from({ rdns: `${name}.attacker.example` }),
    from({ rdns: `not${domain}` }),
    from({ domain }),
    agent(name),
    syn(443),
  ])
}

/** Invented organisations count in demo traffic only. */
export const invented = (slug: string, name: string): Proof =>
  proof(slug, from({ rdns: name }, syn(443, {}, { origin: 'demo' })), [
    from({ rdns: name }),
    from({ rdns: `${name}.attacker.example` }, syn(443, {}, { origin: 'demo' })),
  ])
