const string = (value: string | Uint8Array): Uint8Array => {
  const bytes = Buffer.from(value as string, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** One unencrypted SSH packet with eight bytes of padding (RFC 4253 §6). */
export function sshPacket(payload: Uint8Array): Uint8Array {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(1 + payload.length + 8)
  head[4] = 8
  return Buffer.concat([head, payload, Buffer.alloc(8)])
}

/** SSH_MSG_KEXINIT with its ten name-lists (RFC 4253 §7.1). */
export function kexInit(lists: string[]): Uint8Array {
  const cookie = Buffer.alloc(16, 0x5c)
  return sshPacket(Buffer.concat([Buffer.from([20]), cookie, ...lists.map(string), Buffer.alloc(5)]))
}

/** The key blob of an Ed25519 host key (RFC 8709 §4). */
export const hostKeyBlob: Uint8Array = Buffer.concat([string('ssh-ed25519'), string(Buffer.alloc(32, 9))])

/** SSH_MSG_KEX_ECDH_REPLY: host key, ephemeral key, signature (RFC 5656 §4). */
export const ecdhReply: Uint8Array = sshPacket(
  Buffer.concat([
    Buffer.from([31]),
    string(hostKeyBlob),
    string(Buffer.alloc(32, 1)),
    string(Buffer.alloc(83, 2)),
  ]),
)
/** SSH_MSG_KEX_ECDH_INIT: the client's ephemeral key. */
export const ecdhInit: Uint8Array = sshPacket(Buffer.concat([Buffer.from([30]), string(Buffer.alloc(32, 3))]))
export const newKeys: Uint8Array = sshPacket(Buffer.from([21]))

/** What OpenSSH 7.6 offers; published with its HASSH by Salesforce. */
export const openSsh76 = {
  kex: 'curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp256,ecdh-sha2-nistp384,ecdh-sha2-nistp521,diffie-hellman-group-exchange-sha256,diffie-hellman-group16-sha512,diffie-hellman-group18-sha512,diffie-hellman-group-exchange-sha1,diffie-hellman-group14-sha256,diffie-hellman-group14-sha1,ext-info-c',
  encryption:
    'chacha20-poly1305@openssh.com,aes128-ctr,aes192-ctr,aes256-ctr,aes128-gcm@openssh.com,aes256-gcm@openssh.com',
  mac: 'umac-64-etm@openssh.com,umac-128-etm@openssh.com,hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com,hmac-sha1-etm@openssh.com,umac-64@openssh.com,umac-128@openssh.com,hmac-sha2-256,hmac-sha2-512,hmac-sha1',
  compression: 'none,zlib@openssh.com,zlib',
  hassh: '06046964c022c6407d15a27b12a6a4fb',
}

/** KEXINIT with these lists towards the server and marked ones ("x-…") the other way. */
export const kexInitOf = (way: 'client' | 'server'): Uint8Array => {
  const { kex, encryption, mac, compression } = openSsh76
  const pair = (value: string): string[] => (way === 'client' ? [value, `x-${value}`] : [`x-${value}`, value])
  return kexInit([kex, 'ssh-ed25519', ...pair(encryption), ...pair(mac), ...pair(compression), '', ''])
}
