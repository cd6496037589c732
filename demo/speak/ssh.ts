import type { Turn } from '../exchange.ts'
import type { Random } from '../random.ts'
import { concat, latin1, u32 } from './text.ts'

/** Algorithm lists of a client, in the order of RFC 4253 7.1. */
export interface SshShape {
  banner: string
  kex: string
  hostKeys: string
  ciphers: string
  macs: string
}

export const sshClients = {
  go: {
    banner: 'SSH-2.0-Go',
    kex: 'curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp256,diffie-hellman-group14-sha256',
    hostKeys: 'ssh-ed25519,ecdsa-sha2-nistp256,rsa-sha2-256,ssh-rsa',
    ciphers: 'aes128-gcm@openssh.com,chacha20-poly1305@openssh.com,aes128-ctr,aes256-ctr',
    macs: 'hmac-sha2-256-etm@openssh.com,hmac-sha2-256,hmac-sha1',
  },
  libssh: {
    banner: 'SSH-2.0-libssh_0.9.6',
    kex: 'curve25519-sha256,ecdh-sha2-nistp256,diffie-hellman-group18-sha512,diffie-hellman-group14-sha1',
    hostKeys: 'ssh-ed25519,ssh-rsa',
    ciphers: 'aes256-gcm@openssh.com,aes256-ctr,aes192-ctr,aes128-ctr,3des-cbc',
    macs: 'hmac-sha2-512,hmac-sha2-256,hmac-sha1',
  },
  paramiko: {
    banner: 'SSH-2.0-paramiko_2.9.2',
    kex: 'curve25519-sha256@libssh.org,ecdh-sha2-nistp256,diffie-hellman-group-exchange-sha256,diffie-hellman-group1-sha1',
    hostKeys: 'ssh-ed25519,ecdsa-sha2-nistp256,ssh-rsa,ssh-dss',
    ciphers: 'aes128-ctr,aes192-ctr,aes256-ctr,aes128-cbc,3des-cbc',
    macs: 'hmac-sha2-256,hmac-sha2-512,hmac-sha1,hmac-md5',
  },
} as const satisfies Record<string, SshShape>

const server: SshShape = {
  banner: 'SSH-2.0-OpenSSH_9.2p1',
  kex: 'curve25519-sha256,ecdh-sha2-nistp256,diffie-hellman-group14-sha256',
  hostKeys: 'ssh-ed25519,rsa-sha2-512',
  ciphers: 'chacha20-poly1305@openssh.com,aes128-ctr,aes256-ctr',
  macs: 'hmac-sha2-256-etm@openssh.com,hmac-sha2-512',
}

function keyExchange(shape: SshShape, random: Random): Uint8Array {
  const lists = [
    shape.kex,
    shape.hostKeys,
    shape.ciphers,
    shape.ciphers,
    shape.macs,
    shape.macs,
    'none',
    'none',
    '',
    '',
  ]
  const body = concat(
    Uint8Array.of(20),
    random.bytes(16),
    ...lists.map((list) => concat(u32(list.length), latin1(list))),
    Uint8Array.of(0, 0, 0, 0, 0),
  )
  const padding = 8 - ((body.length + 5) % 8) + 4
  return concat(u32(body.length + 1 + padding), Uint8Array.of(padding), body, new Uint8Array(padding))
}

/** Banners and KEXINIT of both sides, then the client goes away, as a scanner or a blocked brute forcer does. */
export function sshOpening(client: SshShape, random: Random): Turn[] {
  return [
    { from: 'destination', bytes: latin1(`${server.banner}\r\n`) },
    { from: 'source', bytes: latin1(`${client.banner}\r\n`) },
    { from: 'destination', bytes: keyExchange(server, random) },
    { from: 'source', bytes: keyExchange(client, random) },
  ]
}
