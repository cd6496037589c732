import { ssh as record, type SshSession } from '#model/protocols/ssh.ts'
import type { Protocol } from '../protocol.ts'
import { SshDissector } from './dissector.ts'
import { addSsh, type SshEnd, sshFacts } from './facts.ts'

/** SSH up to the end of the first key exchange. */
export const ssh: Protocol<SshEnd, SshSession> = {
  name: 'ssh',
  record,
  stream: (start) => new SshDissector(start),
  add: addSsh,
  recorded: (found) => ({ ssh: sshFacts(found) }),
}
