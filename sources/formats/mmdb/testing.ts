import { ipv4Of, type Network } from '#model/address.ts'

/** The first address of a network as other readers take it. */
export const textOf = ({ words }: Network): string => {
  const quad = ipv4Of(words)
  if (quad >= 0) return [24, 16, 8, 0].map((shift) => (quad >>> shift) & 255).join('.')
  return words.flatMap((word) => [(word >>> 16).toString(16), (word & 0xffff).toString(16)]).join(':')
}
