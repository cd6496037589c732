import type { Columns } from './column.ts'

/** What the address showed in handshakes, and what nobody records. */
export const handshakes = {
  tls_cipher: {
    type: 'texts',
    place: 66,
    cap: 100,
    wire: { 'raw_data.tls.cipher': 'list' },
    query: {
      name: 'raw_data.tls.cipher',
      title: 'TLS cipher',
      description: 'Ciphers agreed on.',
      value: 'TLS_AES_128_GCM_SHA256',
      aliases: ['cipher'],
    },
    entitlement: 'feature-ip-protocol-insights',
  },
  tls_ja4: {
    type: 'texts',
    place: 67,
    cap: 100,
    index: true,
    lowercase: true,
    terms: true,
    wire: { 'raw_data.tls.ja4': 'list' },
    query: {
      name: 'raw_data.tls.ja4',
      title: 'JA4',
      description: 'TLS client fingerprint of the JA4 family.',
      value: 't13d*',
      aliases: ['ja4'],
    },
    entitlement: 'feature-ip-protocol-insights',
  },
  ssh_key: {
    type: 'texts',
    place: 68,
    cap: 100,
    index: true,
    terms: true,
    wire: { 'raw_data.ssh.key': 'list' },
    query: { name: 'raw_data.ssh.key', title: 'SSH key', description: 'Host keys seen.', value: '*AAAA*' },
    entitlement: 'feature-ip-protocol-insights',
  },
  /** The columns whose list or values were cut. */
  truncated: {
    type: 'words',
    place: 47,
    index: true,
    lowercase: true,
    wire: { 'raw_data.truncated': 'joined' },
    note: 'Columns of which something was left out: the list was cut to its most frequent values, or a value of more than 512 bytes to its beginning, as "… [7912 bytes, sha256 …]".',
  },
  http_ja4h: {
    type: 'unrecorded',
    of: 'text',
    wire: { 'raw_data.http.ja4h': 'never' },
    query: {
      name: 'raw_data.http.ja4h',
      title: 'JA4H',
      description: 'Not recorded by this server.',
      value: '*',
    },
    entitlement: 'feature-ip-fingerprint-analysis',
  },
  ssh_ja4ssh: {
    type: 'unrecorded',
    of: 'text',
    wire: { 'raw_data.ssh.ja4ssh': 'never' },
    query: {
      name: 'raw_data.ssh.ja4ssh',
      title: 'JA4SSH',
      description: 'Not recorded by this server.',
      value: '*',
    },
    entitlement: 'feature-ip-fingerprint-analysis',
  },
  tcp_ja4t: {
    type: 'unrecorded',
    of: 'text',
    wire: { 'raw_data.tcp.ja4t': 'never' },
    query: {
      name: 'raw_data.tcp.ja4t',
      title: 'JA4T',
      description: 'Not recorded by this server.',
      value: '*',
    },
    entitlement: 'feature-ip-fingerprint-analysis',
  },
  tcp_ja4l: {
    type: 'unrecorded',
    of: 'text',
    query: {
      name: 'raw_data.tcp.ja4l',
      title: 'JA4L',
      description: 'Not recorded by this server.',
      value: '*',
    },
    entitlement: 'feature-ip-fingerprint-analysis',
  },
} as const satisfies Columns
