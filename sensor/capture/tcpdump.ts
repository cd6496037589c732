import { type ChildProcess, spawn } from 'node:child_process'
import type { CaptureRecord } from '#packet/capture/record.ts'
import { PcapReader } from '#packet/capture/pcap.ts'

export interface Heard {
  record(record: CaptureRecord): void
  /** It captures from now on. */
  ready(): void
  /** It ended by itself or was stopped, and everything it had was handed over. */
  ended(reason: string): void
}

/** One run of tcpdump: the only program the agent starts. */
export class Tcpdump {
  readonly #child: ChildProcess
  /** The last of what it says, of which one line is why it ended. */
  #said = ''
  #isReady = false
  #dropped = 0

  constructor(on: string, filter: string, heard: Heard) {
    // As they come (-U, immediate), whole (-s), without names (-n) and what is addressed to others (-p), with a buffer of 8 MiB.
    const args = [
      '-i',
      on,
      '-p',
      '-n',
      '-U',
      '--immediate-mode',
      '-s',
      '262144',
      '-B',
      '8192',
      '-w',
      '-',
      filter,
    ]
    this.#child = spawn('tcpdump', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const reader = new PcapReader({ record: (record) => heard.record(record), skip: () => undefined })
    this.#child.stdout?.on('data', (chunk: Uint8Array) => reader.push(chunk))
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-4096)
      this.#readCounts(text)
      if (this.#isReady || !this.#said.includes('listening on')) return
      this.#isReady = true
      heard.ready()
    })
    let isOver = false
    const over = (reason: string): void => {
      if (!isOver) heard.ended(reason)
      isOver = true
    }
    this.#child.on('error', (error: NodeJS.ErrnoException) =>
      over(error.code === 'ENOENT' ? 'tcpdump is not installed' : `tcpdump: ${error.message}`),
    )
    this.#child.on('close', () => over(reasonOf(this.#said)))
  }

  /** Packets that the kernel dropped because nobody took them in time. */
  get dropped(): number {
    return this.#dropped
  }

  /** Asks it to say its counts (SIGUSR1, tcpdump(1)). */
  ask(): void {
    if (this.#isReady) this.#child.kill('SIGUSR1')
  }

  /** While paused the kernel keeps what comes, as far as its buffer goes. */
  set paused(paused: boolean) {
    if (paused) this.#child.stdout?.pause()
    else this.#child.stdout?.resume()
  }

  /** Ends it; what it has is still handed over. */
  stop(): void {
    this.paused = false
    this.#child.kill('SIGTERM')
  }

  #readCounts(text: string): void {
    for (const [, count] of text.matchAll(/(\d+) packets? dropped by kernel/g)) this.#dropped = Number(count)
  }
}

/** The line that says what was wrong, without the ones about counts and users. */
function reasonOf(said: string): string {
  const [line = 'tcpdump ended'] = said
    .split('\n')
    .filter((one) => /\S/.test(one) && !/packets? |listening on|data link type|dropped privs/.test(one))
  return line.replace(/^tcpdump: /, '').slice(0, 300)
}
