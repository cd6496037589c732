import { hash } from 'node:crypto'
import { latin1 } from '../latin1.ts'

/** The name-lists of SSH_MSG_KEXINIT in wire order (RFC 4253 §7.1), each comma separated as sent. */
export interface KexInit {
  kex: string
  hostKey: string
  encryption: [clientToServer: string, serverToClient: string]
  mac: [clientToServer: string, serverToClient: string]
  compression: [clientToServer: string, serverToClient: string]
}

/** `payload` begins with the message number 20 and the 16-byte cookie; null when its lists are cut short. */
export function parseKexInit(payload: Uint8Array): KexInit | null {
  const lengths = new DataView(payload.buffer, payload.byteOffset, payload.length)
  const lists: string[] = []
  let at = 17
  while (lists.length < 8) {
    if (at + 4 > payload.length) return null
    const length = lengths.getUint32(at)
    if (at + 4 + length > payload.length) return null
    // Each by itself: a part of one long text would keep the whole packet.
    lists.push(latin1(payload.subarray(at + 4, at + 4 + length)))
    at += 4 + length
  }
  const [kex, hostKey, encOut, encIn, macOut, macIn, compOut, compIn] = lists as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  return { kex, hostKey, encryption: [encOut, encIn], mac: [macOut, macIn], compression: [compOut, compIn] }
}

/** HASSH text (Salesforce, BSD-3): what the sender offers for the way it sends, "kex;encryption;mac;compression". */
export function hasshString(kexInit: KexInit, role: 'client' | 'server'): string {
  const way = role === 'client' ? 0 : 1
  return [kexInit.kex, kexInit.encryption[way], kexInit.mac[way], kexInit.compression[way]].join(';')
}

/** MD5 of the HASSH text, 32 hex digits. */
export function hassh(text: string): string {
  return hash('md5', Buffer.from(text, 'latin1'))
}
