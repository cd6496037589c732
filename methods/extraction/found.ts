/** One thing that was found, however often. */
export interface Found {
  kind: 'address' | 'network' | 'cve'
  /** As the product writes it: `192.0.2.1`, `2001:db8::1`, `192.0.2.0/24`, `CVE-2021-44228`. */
  text: string
  /** Private, reserved or otherwise nobody's on the public internet (model/reserved.ts). Of a network: all of it. */
  reserved: boolean
  /** How often it stood in the text so far. */
  times: number
  /** Line in which it stood first, from 1. */
  line: number
}

/** Distinct things, once they are settled, in the order in which they came first. */
export interface Rows {
  readonly size: number
  readonly found: number
  readonly ignored: number
  readonly reserved: number
  readonly networks: number
  /** Counts what was added since the last time; until then it is not among the rows. */
  flush(): void
  /** Those numbered `from` and up to `to`, without it. */
  slice(from: number, to: number): Found[]
}
