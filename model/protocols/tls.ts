import type { RecordedColumn, RecordedField, RecordedProtocol } from './recorded.ts'

/** Hellos of one end, and what the other chose. */
export interface TlsFacts {
  /** Offered version of the ClientHello as Arkime writes it: "TLSv1.2". */
  versions: string[]
  /** One entry a ClientHello, in order; parallel lists. */
  ja3: string[]
  ja3Strings: string[]
  ja4: string[]
  serverNames: string[]
  alpn: string[]
  /** Cipher chosen by the ServerHello (IANA name or 0xNNNN), when one was seen. */
  ciphers: string[]
}

export interface TlsSession {
  tls: TlsFacts | null
  destinationTls: TlsFacts | null
}

type Column = RecordedColumn<TlsSession>

const ofSource = (name: string, fact: keyof TlsFacts, field: RecordedField): Column => ({
  name,
  kind: 'texts',
  value: (s) => s.tls?.[fact] ?? [],
  field,
})

const ofDestination = (name: string, fact: keyof TlsFacts, field: RecordedField): Column => ({
  ...ofSource(name, fact, field),
  value: (s) => s.destinationTls?.[fact] ?? [],
})

const searched = (column: Column): Column => ({ ...column, searched: true })

export const tls: RecordedProtocol<TlsSession> = {
  absent: { tls: null, destinationTls: null },
  mirrored: ({ tls: said }) => ({ tls: null, destinationTls: said }),
  precondition: { column: 'tls_version' },
  columns: [
    ofSource('tls_version', 'versions', { name: 'tls.version', title: 'TLS version', example: 'TLSv1.2' }),
    searched(
      ofSource('tls_ja3', 'ja3', {
        name: 'tls.ja3',
        title: 'JA3',
        example: 'e7d705a3286e19ea42f587b344ee6865',
      }),
    ),
    searched(ofSource('tls_ja4', 'ja4', { name: 'tls.ja4', title: 'JA4', example: 't13d*' })),
    searched(
      ofSource('tls_server_name', 'serverNames', {
        name: 'tls.host',
        title: 'Server name',
        example: 'example.com',
        aliases: ['host.sni'],
      }),
    ),
    ofSource('tls_alpn', 'alpn', { name: 'tls.alpn', title: 'ALPN', example: 'h2' }),
    ofSource('tls_cipher', 'ciphers', {
      name: 'tls.cipher',
      title: 'Cipher',
      example: 'TLS_AES_128_GCM_SHA256',
      aliases: ['destination.tls.cipher'],
      about: 'What the destination chose.',
    }),
  ],
  destinationColumns: [
    ofDestination('dst_tls_ja3', 'ja3', {
      name: 'destination.tls.ja3',
      title: 'JA3 of the destination',
      example: '*',
    }),
    ofDestination('dst_tls_ja4', 'ja4', {
      name: 'destination.tls.ja4',
      title: 'JA4 of the destination',
      example: 't13d*',
    }),
    ofDestination('dst_tls_server_name', 'serverNames', {
      name: 'destination.tls.host',
      title: 'Server name the destination asked for',
      example: 'example.com',
    }),
  ],
}
