import type { RecordedProtocol } from './recorded.ts'

export interface TelnetFacts {
  /** Lines one end typed after negotiation was taken out, at most the first 16. */
  lines: string[]
}

export interface TelnetSession {
  telnet: TelnetFacts | null
  destinationTelnet: TelnetFacts | null
}

export const telnet: RecordedProtocol<TelnetSession> = {
  absent: { telnet: null, destinationTelnet: null },
  mirrored: ({ telnet: said }) => ({ telnet: null, destinationTelnet: said }),
  precondition: { column: 'telnet_lines', text: true },
  columns: [
    {
      name: 'telnet_lines',
      kind: 'texts',
      value: (s) => s.telnet?.lines ?? [],
      field: { name: 'telnet.line', title: 'Lines typed', example: '*busybox*', phrase: true },
      searched: true,
    },
  ],
  destinationColumns: [
    {
      name: 'dst_telnet_lines',
      kind: 'texts',
      value: (s) => s.destinationTelnet?.lines ?? [],
      field: {
        name: 'destination.telnet.line',
        title: 'Lines the destination typed',
        example: '*busybox*',
        phrase: true,
      },
    },
  ],
}
