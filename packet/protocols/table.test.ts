import { describe, expect, it } from 'vitest'
import { recordedProtocols } from '#model/protocols/table.ts'
import { answers, asks, dissected, text, toPort, type Piece } from './samples/stream.ts'
import { protocols } from './table.ts'

const names = (port: number, ...pieces: Piece[]): string[] =>
  [...dissected(pieces, toPort(port)).protocols].sort()
const udpNames = (port: number, payload: string): string[] => [
  ...dissected([['source', text(payload)]], { transport: 'udp', sourcePort: 40_000, destinationPort: port })
    .protocols,
]

describe('protocols are named by what is said', () => {
  it.each([
    ['vnc', answers('RFB 003.008\n')],
    ['redis', asks('*1\r\n$4\r\nINFO\r\n')],
    ['adb', asks('CNXN\x00\x00\x00\x01\x00\x00\x10\x00')],
    ['socks', asks('\x05\x01\x00')],
    ['mqtt', asks('\x10\x0f\x00\x04MQTT\x04\x02\x00\x3c\x00\x03abc')],
    ['bittorrent', asks('\x13BitTorrent protocol')],
    ['mysql', answers('\x4a\x00\x00\x00\x0a8.0.36\x00')],
    ['postgresql', asks('\x00\x00\x00\x08\x04\xd2\x16\x2f')],
    ['smb', asks('\x00\x00\x00\x54\xffSMBr')],
    ['rdp', asks('\x03\x00\x00\x2b\x26\xe0\x00\x00\x00\x00\x00Cookie: mstshash=hello\r\n')],
    ['smtp', answers('220 mail.example ESMTP ready\r\n')],
    ['ftp', answers('220 (vsFTPd 3.0.3)\r\n')],
    ['sip', asks('OPTIONS sip:nm SIP/2.0\r\nVia: x\r\n\r\n')],
  ])('%s on any port', (name, piece) => {
    expect(names(12_345, piece)).toEqual([name])
  })

  it('datagrams: DNS and NTP need their port, SIP does not', () => {
    const query = '\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x03www\x00\x00\x01\x00\x01'
    expect(udpNames(53, query)).toEqual(['dns'])
    expect(udpNames(5000, query)).toEqual([])
    expect(udpNames(123, `\x1b${'\x00'.repeat(47)}`)).toEqual(['ntp'])
    expect(udpNames(5999, 'REGISTER sip:a SIP/2.0\r\n')).toEqual(['sip'])
  })

  it('nothing recognised, nothing named', () => {
    expect(names(80, asks('\x01\x02\x03\x04'), answers('what?'))).toEqual([])
  })
})

it('protocols bring their own descriptions, under the names that the model gives them', () => {
  expect(Object.fromEntries(protocols.map(({ name, record }) => [name, record]))).toEqual(recordedProtocols)
  for (const { recorded, record } of protocols)
    expect(recorded({ source: null, destination: null })).toEqual(record.absent)
})
