import { counted } from '../counted.ts'
import { jsonText, printable } from '../printable.ts'

/** What the server answers to a capture (POST /api/ingest/captures). */
export interface Receipt {
  id: string
  duplicate: boolean
  sessions: number
  refused: { reason: string; count: number }[]
  shift_ms: number
  kind: string
  kind_note?: string
  report: {
    packets: number
    bytes: number
    skipped: { reason: string; count: number; first_at: { offset: number; packet: number } }[]
  }
}

/** Adds up receipts and draws progress: one changing line on a terminal, one line a capture elsewhere. */
export class Totals {
  captures = 0
  refused = 0
  #sessions = 0
  #unsaid = 0
  #packets = 0
  #duplicates = 0
  #skipped = new Map<string, number>()
  #tooOld = new Map<string, number>()
  readonly #json: boolean
  readonly #kind: string | undefined
  readonly #live = process.stderr.isTTY

  /** @param kind what was said of these captures, if anything */
  constructor(json: boolean, kind?: string) {
    this.#json = json
    this.#kind = kind
  }

  start(capture: string, at: number, of: number): void {
    this.captures++
    if (this.#live && !this.#json) process.stderr.write(`\r\x1b[K[${at + 1}/${of}] ${printable(capture)}`)
  }

  add(capture: string, receipt: Receipt): void {
    this.#sessions += receipt.duplicate ? 0 : receipt.sessions
    this.#packets += receipt.report.packets
    if (receipt.duplicate) this.#duplicates++
    else if (receipt.kind_note !== undefined) this.#unsaid++
    for (const { reason, count } of receipt.report.skipped)
      this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + count)
    for (const { reason, count } of receipt.refused)
      this.#tooOld.set(reason, (this.#tooOld.get(reason) ?? 0) + count)
    if (this.#json) return console.log(jsonText({ capture, ...receipt }))
    const place = [...this.#kept(receipt), ...receipt.report.skipped.map(skippedLine)]
    if (this.#live && place.length === 0) return undefined
    if (this.#live) process.stderr.write('\r\x1b[K')
    console.log(
      [
        `${printable(capture)}: ${counted(receipt.sessions, 'session')}${receipt.duplicate ? ' (already here)' : ''}`,
        ...place,
      ].join('\n'),
    )
    return undefined
  }

  /** A kind that was said of a capture which is stored as another. */
  #kept({ id, duplicate, kind }: Receipt): string[] {
    if (!duplicate || this.#kind === undefined || this.#kind === kind) return []
    return [`  kept as ${kind}; to change it: noisefloor captures ${id} --kind ${this.#kind}`]
  }

  refuse(capture: string, why: string): void {
    this.refused++
    if (this.#json) return console.log(jsonText({ capture, refused: why }))
    if (this.#live) process.stderr.write('\r\x1b[K')
    console.log(printable(`${capture}: refused: ${why}`))
    return undefined
  }

  /** @param waiting sessions that the server has accepted and not stored; null when it does not say */
  print(waiting: number | null): void {
    if (this.#live && !this.#json) process.stderr.write('\r\x1b[K')
    if (this.#json) return
    for (const line of this.lines(waiting)) console.log(line)
  }

  lines(waiting: number | null): string[] {
    const taken = counted(this.#unsaid, 'capture')
    return [
      `${counted(this.captures, 'capture')}, ${counted(this.#packets, 'packet')}, ${counted(this.#sessions, 'session')} accepted`,
      ...(waiting !== null && waiting > 0
        ? [
            `${counted(waiting, 'accepted session waits', 'accepted sessions wait')} to be stored; ask again soon`,
          ]
        : []),
      ...(this.#duplicates > 0
        ? [`${counted(this.#duplicates, 'capture was', 'captures were')} already here`]
        : []),
      ...(this.#unsaid > 0
        ? [`${taken} taken as what a sensor saw; of a network in use say --kind network`]
        : []),
      ...(this.refused > 0 ? [`${counted(this.refused, 'capture')} refused`] : []),
      ...[...this.#tooOld].map(
        ([reason, count]) => `${counted(count, 'session')} not taken: ${reason}${remedies[reason] ?? ''}`,
      ),
      ...[...this.#skipped].map(([reason, count]) => `${counted(count, 'part')} skipped: ${reason}`),
    ]
  }
}

/** By reason of a refused session (pipeline/ingest/admission.ts). */
const remedies: Record<string, string> = {
  'older-than-retention': '; to take them as if they were of today: --shift-to now',
  'ahead-of-time': '; to move them back: --shift-to now',
}

const skippedLine = ({ reason, count, first_at: at }: Receipt['report']['skipped'][number]): string =>
  `  skipped ${count} × ${reason}, first at byte ${at.offset}, packet ${at.packet}`
