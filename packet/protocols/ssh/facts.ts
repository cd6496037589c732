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

/**
 * The first connection that offered a key exchange, else the first: what an end calls itself and how it offers are facts of one
 * program, and the next connection may be another's. Both lead to the same host: its key is the first that was seen.
 */
export function addSsh(first: SshEnd, later: SshEnd): SshEnd {
  const one = first.hasshString === '' && later.hasshString !== '' ? later : first
  return { ...one, hostKey: first.hostKey || later.hostKey }
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
