import { be16, has, next, type FrameCursor } from './frame-cursor.ts'

/** Ethernet II, or 802.3 with LLC when the type field is a length. */
export function ethernet(cursor: FrameCursor): number {
  if (!has(cursor, 14)) return next.done
  const type = be16(cursor.bytes, cursor.at + 12)
  cursor.at += 14
  return type >= 0x600 ? next.etherType(type) : llc(cursor)
}

/** 802.2 with a SNAP header carries EtherTypes; other service access points carry no IP for us. */
export function llc(cursor: FrameCursor): number {
  const { bytes: b, at } = cursor
  if (cursor.end - at >= 8 && b[at] === 0xaa && b[at + 1] === 0xaa && b[at + 2] === 3) {
    cursor.at += 8
    return next.etherType(be16(b, at + 6))
  }
  cursor.skip('not-ip')
  return next.done
}

/** 802.1Q and 802.1ad: four bytes a tag, any number of them (limits.layers). */
export function vlan(cursor: FrameCursor): number {
  if (!has(cursor, 4)) return next.done
  cursor.vlans.push(be16(cursor.bytes, cursor.at) & 0xfff)
  const type = be16(cursor.bytes, cursor.at + 2)
  cursor.at += 4
  return type >= 0x600 ? next.etherType(type) : llc(cursor)
}

/** 802.1ah: the backbone's service tag, then a whole customer frame. */
export function backbone(cursor: FrameCursor): number {
  if (!has(cursor, 4)) return next.done
  cursor.at += 4
  return next.link(1)
}

/** Cisco FabricPath: two bytes of tree and lifetime behind the outer frame's header, then a whole frame. */
export function fabricPath(cursor: FrameCursor): number {
  if (!has(cursor, 2)) return next.done
  cursor.at += 2
  return next.link(1)
}

/** Cisco MetaData (security group tags): version, length, options of four bytes, then the EtherType. */
export function metadata(cursor: FrameCursor): number {
  if (!has(cursor, 8)) return next.done
  cursor.at += 8
  return next.etherType(be16(cursor.bytes, cursor.at - 2))
}
