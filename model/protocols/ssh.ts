import type { RecordedProtocol } from './recorded.ts'

/** The client is the source, the server the destination, whichever of them it is that introduces itself. */
export interface SshFacts {
  /** Banner of the source, e.g. "SSH-2.0-Go". */
  clientVersion: string
  /** Banner of the destination. */
  serverVersion: string
  hassh: string
  hasshString: string
  hasshServer: string
  hasshServerString: string
  /** Key-exchange algorithms the client offered, comma separated as sent. */
  clientKex: string
  /** Base64 of the server's host key, "" when not seen. */
  hostKey: string
}

export interface SshSession {
  ssh: SshFacts | null
}

export const ssh: RecordedProtocol<SshSession> = {
  absent: { ssh: null },
  mirrored: ({ ssh: said }) => ({
    ssh: said && {
      clientVersion: '',
      serverVersion: said.clientVersion,
      hassh: '',
      hasshString: '',
      hasshServer: said.hassh,
      hasshServerString: said.hasshString,
      clientKex: '',
      hostKey: said.hostKey,
    },
  }),
  precondition: { column: 'ssh_client_version', text: true },
  columns: [
    {
      name: 'ssh_client_version',
      kind: 'text',
      value: (s) => s.ssh?.clientVersion ?? '',
      field: { name: 'ssh.version', title: 'SSH banner of the source', example: 'SSH-2.0-Go' },
      searched: true,
    },
    {
      name: 'ssh_server_version',
      kind: 'text',
      value: (s) => s.ssh?.serverVersion ?? '',
      field: {
        name: 'ssh.serverVersion',
        title: 'SSH banner of the server',
        example: 'SSH-2.0-OpenSSH*',
        aliases: ['destination.ssh.version'],
      },
      searched: true,
    },
    {
      name: 'ssh_hassh',
      kind: 'word',
      value: (s) => s.ssh?.hassh ?? '',
      field: { name: 'ssh.hassh', title: 'HASSH', example: 'ec7378c1a92f5a8dde7e8b7a1ddf33d1' },
      searched: true,
    },
    {
      name: 'ssh_hassh_server',
      kind: 'word',
      value: (s) => s.ssh?.hasshServer ?? '',
      field: {
        name: 'ssh.hasshServer',
        title: 'HASSH of the server',
        example: 'b12d2871a1189eff20364cf5333619ee',
        aliases: ['destination.ssh.hassh'],
      },
    },
    {
      name: 'ssh_client_kex',
      kind: 'text',
      value: (s) => s.ssh?.clientKex ?? '',
      field: { name: 'ssh.kex', title: 'Key exchange offered', example: '*curve25519*' },
    },
    {
      name: 'ssh_key',
      kind: 'text',
      value: (s) => s.ssh?.hostKey ?? '',
      field: { name: 'ssh.key', title: 'Host key', example: '*AAAA*', aliases: ['destination.ssh.key'] },
    },
  ],
}
