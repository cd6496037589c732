import { type Proof, proof, tcp, udp } from './sketch.ts'

/** Controllers, gauges, gateways and medical devices. */
export const industryProofs: readonly Proof[] = [
  proof(
    'omron-fins-scanner',
    [tcp(9600, 'FINS\u0000\u0000\u0000\u000c')],
    [tcp(9600, 'hello'), tcp(9601, 'FINS\u0000\u0000\u0000\u000c')],
  ),
  proof(
    'codesys-scanner',
    [tcp(2455, '\u00bb\u00bb\u0001')],
    [tcp(2455, 'hello'), tcp(2456, '\u00bb\u00bb\u0001')],
  ),
  proof(
    'pcworx-scanner',
    [tcp(1962, '\u0001\u0001\u0000\u001a\u0000\u0000')],
    [tcp(1962, 'hello'), tcp(1963, '\u0001\u0001\u0000\u001a\u0000\u0000')],
  ),
  proof(
    'melsec-q-scanner',
    [tcp(5007, 'W\u0000\u0000\u0000\u0000\u0011\u0011')],
    [tcp(5007, 'hello'), tcp(5008, 'W\u0000\u0000\u0000\u0000\u0011\u0011')],
  ),
  proof(
    'hart-ip-scanner',
    [udp(5094, '\u0001\u0000\u0000\u0000\u0000\u0002\u0000\u000d')],
    [udp(5094, 'hello'), udp(5095, '\u0001\u0000\u0000\u0000\u0000\u0002\u0000\u000d')],
  ),
  proof(
    'red-lion-scanner',
    [tcp(789, '\u0000\u0004\u0001+\u001b\u0000')],
    [tcp(789, 'hello'), tcp(790, '\u0000\u0004\u0001+\u001b\u0000')],
  ),
  proof(
    'tank-gauge-scanner',
    [tcp(10001, '\u0001I20100\u000a')],
    [tcp(10001, 'hello'), tcp(10002, '\u0001I20100\u000a')],
  ),
  proof(
    'proconos-scanner',
    [tcp(20547, '\u00cc\u0001\u0000\u000b@\u0002')],
    [tcp(20547, 'hello'), tcp(20548, '\u00cc\u0001\u0000\u000b@\u0002')],
  ),
  proof(
    'opc-ua-scanner',
    [tcp(4840, 'HELF<\u0000\u0000\u0000opc.tcp://')],
    [tcp(4840, 'hello'), tcp(4841, 'HELF<\u0000\u0000\u0000opc.tcp://')],
  ),
  proof(
    'knx-ip-scanner',
    [udp(3671, '\u0006\u0010\u0002\u0003\u0000\u000e')],
    [udp(3671, 'hello'), udp(3672, '\u0006\u0010\u0002\u0003\u0000\u000e')],
  ),
  proof(
    'lantronix-scanner',
    [udp(30718, '\u0000\u0000\u0000\u00f6')],
    [udp(30718, 'hello'), udp(30719, '\u0000\u0000\u0000\u00f6')],
  ),
  proof(
    'moxa-scanner',
    [udp(4800, '\u0001\u0000\u0000\u0008\u0000\u0000\u0000\u0000')],
    [udp(4800, 'hello'), udp(4801, '\u0001\u0000\u0000\u0008\u0000\u0000\u0000\u0000')],
  ),
  proof('hl7-scanner', [tcp(2575, '\u000bMSH|^~\\&|')], [tcp(2575, 'hello'), tcp(2576, '\u000bMSH|^~\\&|')]),
  proof(
    'dicom-scanner',
    [tcp(11112, '\u0001\u0000\u0000\u0000\u0000\u00cd\u0000\u00011.2.840.10008.3.1.1.1')],
    [
      tcp(11112, 'hello'),
      tcp(11113, '\u0001\u0000\u0000\u0000\u0000\u00cd\u0000\u00011.2.840.10008.3.1.1.1'),
    ],
  ),
]
