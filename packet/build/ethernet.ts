/** An Ethernet II frame around an IP packet, with any number of 802.1Q tags. Locally administered fixed stations. */
export function ethernet(packet: Uint8Array, vlans: readonly number[] = []): Uint8Array {
  const frame = Buffer.alloc(14 + vlans.length * 4 + packet.length)
  frame.set([2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1])
  let at = 12
  for (const vlan of vlans) {
    frame.writeUInt16BE(0x8100, at)
    frame.writeUInt16BE(vlan & 0xfff, at + 2)
    at += 4
  }
  frame.writeUInt16BE(packet[0]! >>> 4 === 6 ? 0x86dd : 0x0800, at)
  frame.set(packet, at + 2)
  return frame
}
