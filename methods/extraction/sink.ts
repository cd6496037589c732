/** What addresses are handed to, each time one stands in a text. */
export interface AddressSink {
  /** @param line from 1 */
  addQuad(quad: number, line: number): void
  /**
   * @param words four, most significant first; they are used again for the next one
   * @param bits length of the prefix over the 128 bits (96 + n for IPv4), 128 for an address
   */
  add(words: Uint32Array, bits: number, line: number): void
}
