const names = new Map([
  [0x0002, 'SSLv2'],
  [0x0300, 'SSLv3'],
  [0x0301, 'TLSv1'],
  [0x0302, 'TLSv1.1'],
  [0x0303, 'TLSv1.2'],
  [0x0304, 'TLSv1.3'],
  [0xfeff, 'DTLSv1.0'],
  [0xfefd, 'DTLSv1.2'],
  [0xfefc, 'DTLSv1.3'],
])

/** A protocol version as Arkime writes it ("TLSv1.2"); drafts and unknown numbers as "0xNNNN". */
export function versionName(version: number): string {
  return names.get(version) ?? `0x${version.toString(16).padStart(4, '0')}`
}
