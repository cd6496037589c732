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
  readonly #live = process.stderr.isTTY

  constructor(json: boolean) {
    this.#json = json
  }

  start(capture: string, at: number, of: number): void {
    this.captures++
    if (this.#live && !this.#json) process.stderr.write(`\r\x1b[K[${at + 1}/${of}] ${capture}`)
  }

  add(capture: string, receipt: Receipt): void {
    this.#sessions += receipt.duplicate ? 0 : receipt.sessions
    this.#packets += receipt.report.packets
    if (receipt.duplicate) this.#duplicates++
    if (receipt.kind_note !== undefined) this.#unsaid++
    for (const { reason, count } of receipt.report.skipped)
      this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + count)
    for (const { reason, count } of receipt.refused)
      this.#tooOld.set(reason, (this.#tooOld.get(reason) ?? 0) + count)
    if (this.#json) return console.log(JSON.stringify({ capture, ...receipt }))
    if (this.#live && receipt.report.skipped.length === 0) return undefined
    const place = receipt.report.skipped.map(
      ({ reason, count, first_at }) =>
        `  skipped ${count} × ${reason}, first at byte ${first_at.offset}, packet ${first_at.packet}`,
    )
    if (this.#live) process.stderr.write('\r\x1b[K')
    console.log(
      [
        `${capture}: ${receipt.sessions} sessions${receipt.duplicate ? ' (already here)' : ''}`,
        ...place,
      ].join('\n'),
    )
    return undefined
  }

  refuse(capture: string, why: string): void {
    this.refused++
    if (this.#json) return console.log(JSON.stringify({ capture, refused: why }))
    if (this.#live) process.stderr.write('\r\x1b[K')
    console.log(`${capture}: refused: ${why}`)
    return undefined
  }

  print(): void {
    if (this.#live && !this.#json) process.stderr.write('\r\x1b[K')
    if (this.#json) return
    const lines = [
      `${this.captures} captures, ${this.#packets} packets, ${this.#sessions} sessions stored`,
      ...(this.#duplicates > 0 ? [`${this.#duplicates} captures were already here`] : []),
      ...(this.#unsaid > 0
        ? [`${this.#unsaid} captures taken as what a sensor saw; of a network in use say --kind network`]
        : []),
      ...(this.refused > 0 ? [`${this.refused} captures refused`] : []),
      ...[...this.#tooOld].map(([reason, count]) => `${count} sessions not taken: ${reason}`),
      ...[...this.#skipped].map(([reason, count]) => `${count} parts skipped: ${reason}`),
    ]
    console.log(lines.join('\n'))
  }
}
