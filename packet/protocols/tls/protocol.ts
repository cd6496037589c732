import { tls as record, type TlsFacts, type TlsSession } from '#model/protocols/tls.ts'
import { limits } from '#packet/limits.ts'
import { firstOf } from '../first-of.ts'
import type { Protocol } from '../protocol.ts'
import { TlsDatagrams } from './datagrams.ts'
import { TlsDissector } from './dissector.ts'

const both = <T>(first: T[], later: T[]): T[] => firstOf(limits.clientHellos, first, later)

/** Hellos of TLS over streams, and of DTLS and QUIC over datagrams. */
export const tls: Protocol<TlsFacts, TlsSession> = {
  name: 'tls',
  record,
  stream: () => new TlsDissector(),
  // A hello inside an uploaded file is not one of this stream.
  after: 'http',
  datagrams: () => new TlsDatagrams(),
  add: (first, later) => ({
    versions: both(first.versions, later.versions),
    ja3: both(first.ja3, later.ja3),
    ja3Strings: both(first.ja3Strings, later.ja3Strings),
    ja4: both(first.ja4, later.ja4),
    serverNames: both(first.serverNames, later.serverNames),
    alpn: both(first.alpn, later.alpn),
    ciphers: both(first.ciphers, later.ciphers),
  }),
  recorded: ({ source, destination }) => ({ tls: source, destinationTls: destination }),
}
