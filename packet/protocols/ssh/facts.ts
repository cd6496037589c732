import type { SshFacts } from '#model/protocols/ssh.ts'
import type { ByEnd } from '#packet/stream.ts'

/** What one end of an SSH connection says of itself; HASSH reads it otherwise for a client than for a server. */
export interface SshEnd {
  banner: string
  hasshString: string
  hassh: string
  hasshServerString: string
  hasshServer: string
  kex: string
  hostKey: string
}

/** Of what both said the first stands. */
export function addSsh(first: SshEnd, later: SshEnd): SshEnd {
  const made = { ...first }
  for (const name of Object.keys(later) as (keyof SshEnd)[]) made[name] ||= later[name]
  return made
}

/** The source is the client; null when neither end introduced itself. */
export function sshFacts({ source, destination }: ByEnd<SshEnd>): SshFacts | null {
  if (!source && !destination) return null
  return {
    clientVersion: source?.banner ?? '',
    serverVersion: destination?.banner ?? '',
    hassh: source?.hassh ?? '',
    hasshString: source?.hasshString ?? '',
    hasshServer: destination?.hasshServer ?? '',
    hasshServerString: destination?.hasshServerString ?? '',
    clientKex: source?.kex ?? '',
    hostKey: destination?.hostKey ?? '',
  }
}
