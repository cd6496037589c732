/** One frame of an exchange and when it passes, in milliseconds since 1970 UTC (with microseconds as a fraction). */
export interface Packet {
  at: number
  frame: Uint8Array
}
