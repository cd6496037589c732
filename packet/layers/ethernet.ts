import { be16, has, next, type Walk } from './walk.ts'

/** Ethernet II, or 802.3 with LLC when the type field is a length. */
export function ethernet(walk: Walk): number {
  if (!has(walk, 14)) return next.done
  const type = be16(walk.bytes, walk.at + 12)
  walk.at += 14
  return type >= 0x600 ? next.etherType(type) : llc(walk)
}

/** 802.2 with a SNAP header carries EtherTypes; other service access points carry no IP for us. */
export function llc(walk: Walk): number {
  const { bytes: b, at } = walk
  if (walk.end - at >= 8 && b[at] === 0xaa && b[at + 1] === 0xaa && b[at + 2] === 3) {
    walk.at += 8
    return next.etherType(be16(b, at + 6))
  }
  walk.skip('not-ip')
  return next.done
}

/** 802.1Q and 802.1ad: four bytes a tag, any number of them (limits.layers). */
export function vlan(walk: Walk): number {
  if (!has(walk, 4)) return next.done
  walk.vlans.push(be16(walk.bytes, walk.at) & 0xfff)
  const type = be16(walk.bytes, walk.at + 2)
  walk.at += 4
  return type >= 0x600 ? next.etherType(type) : llc(walk)
}

/** 802.1ah: the backbone's service tag, then a whole customer frame. */
export function backbone(walk: Walk): number {
  if (!has(walk, 4)) return next.done
  walk.at += 4
  return next.link(1)
}

/** Cisco FabricPath: two bytes of tree and lifetime behind the outer frame's header, then a whole frame. */
export function fabricPath(walk: Walk): number {
  if (!has(walk, 2)) return next.done
  walk.at += 2
  return next.link(1)
}

/** Cisco MetaData (security group tags): version, length, options of four bytes, then the EtherType. */
export function metadata(walk: Walk): number {
  if (!has(walk, 8)) return next.done
  walk.at += 8
  return next.etherType(be16(walk.bytes, walk.at - 2))
}
