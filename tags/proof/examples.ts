import type { Session } from '#model/session.ts'
import { type Proof, agent, get, proof, ssh, syn, telnet } from './sketch.ts'

/** What proofs of several rules draw. */

export const front = get('/')

export const login = telnet('root', 'root', 'ls')

export const smb1 =
  '\u0000\u0000\u0000T\u00ffSMBr\u0000\u0000\u0000\u0000\u0018\u0001\u0028\u0002NT LM 0.12\u0000'

export const ognl = '%{(#_memberAccess=@ognl.OgnlContext@DEFAULT_MEMBER_ACCESS).(#cmd=id)}'

export const closed = { syn: 0, synAck: 0, ack: 0, psh: 0, rst: 1, fin: 0, urg: 0 }

export const odd = (flags: Partial<typeof closed>, facts = {}): Session => {
  const probe = syn(80, { flags: { ...closed, ...flags }, window: 1024, options: '', ...facts })
  return { ...probe, source: { ...probe.source, packets: 1, bytes: 54 } }
}

export const firefox = agent(
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0',
)

export const openssh = ssh('SSH-2.0-OpenSSH_9.6')

/** A tool known by its browser name, against a name that only resembles it. */
export const named = (slug: string, name: string, other: string): Proof =>
  proof(slug, agent(name), [agent(other), firefox])
