import type { DecoyPort } from '#model/sensor/profile.ts'

/** What a scanner is answered at a port. */
export interface Rehearsed {
  port: number
  transport: 'tcp' | 'udp'
  protocol: DecoyPort['protocol']
  /** In order; `asked` is '' for what is said before anything was asked. */
  heard: { asked: string; answer: Buffer }[]
  /** Name and validity of the certificate that is shown; null without TLS. */
  certificate: string | null
  /** What went wrong there. */
  problems: string[]
}

/** Bytes of an answer that are kept. */
export const answerBytes = 1024
