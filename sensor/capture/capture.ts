import type { CaptureRecord } from '#packet/capture/record.ts'
import type { CaptureInterface } from '../flows/gatherer.ts'
import { Tcpdump } from './tcpdump.ts'

export interface CaptureState {
  isOn: boolean
  /** Why not. */
  reason: string
  since: number
}

/** A tcpdump with the time in which packets are taken from it. */
interface Run {
  tcpdump: Tcpdump
  from: number
  until: number
  /** What it saw while the one before it still hands over; null when that is done. */
  held: CaptureRecord[] | null
  next: Run | null
  isOver: boolean
}

const retryMs = { first: 5000, longest: 60_000 }

/**
 * Keeps a tcpdump with the present filter running. Where the filter changes the next one begins before the old one ends, and a packet
 * is taken from the one whose time it is, so that none is missed and none comes twice.
 */
export class Capture {
  readonly #on: string
  readonly #record: (record: CaptureRecord, from: CaptureInterface) => void
  readonly #now: () => number
  #filter: string | null = null
  #current: Run | null = null
  #coming: Run | null = null
  #retry: NodeJS.Timeout | undefined
  #wait = retryMs.first
  #dropped = 0
  #isPaused = false
  #stopped: (() => void) | null = null
  state: CaptureState
  /** Called when the state is another. */
  changed: () => void = () => undefined

  constructor(
    on: string,
    record: (record: CaptureRecord, from: CaptureInterface) => void,
    now: () => number = Date.now,
  ) {
    this.#on = on
    this.#record = record
    this.#now = now
    this.state = { isOn: false, reason: 'capture is off', since: now() }
  }

  /** null: off. */
  set filter(filter: string | null) {
    if (filter === this.#filter) return
    this.#filter = filter
    this.#wait = retryMs.first
    this.#start()
  }

  /** Packets dropped by the kernel over all runs, as far as they were asked. */
  get dropped(): number {
    return this.#dropped + (this.#current?.tcpdump.dropped ?? 0)
  }

  ask(): void {
    this.#current?.tcpdump.ask()
  }

  /** While paused the kernel keeps what comes, as far as its buffer goes. */
  set paused(paused: boolean) {
    if (paused === this.#isPaused) return
    this.#isPaused = paused
    if (this.#current) this.#current.tcpdump.paused = paused
  }

  /** Resolves when everything was handed over. */
  async stop(): Promise<void> {
    const isRunning = this.#current !== null
    const stopped = new Promise<void>((resolve) => void (this.#stopped = resolve))
    this.filter = null
    if (isRunning) await stopped
  }

  #start(): void {
    clearTimeout(this.#retry)
    // One that has not begun yet began for an older filter.
    this.#coming?.tcpdump.stop()
    this.#coming = null
    if (this.#filter === null) {
      this.#say(false, 'capture is off')
      this.#current?.tcpdump.stop()
      return
    }
    const run: Run = {
      tcpdump: new Tcpdump(this.#on, this.#filter, {
        record: (record) => {
          // The reader's record is one and the same; its bytes are not written to again.
          if (run.held) run.held.push({ ...record })
          else this.#take(run, record)
        },
        ready: () => this.#ready(run),
        ended: (reason) => this.#ended(run, reason),
      }),
      from: 0,
      until: Number.POSITIVE_INFINITY,
      held: this.#current ? [] : null,
      next: null,
      isOver: false,
    }
    this.#coming = run
  }

  #take(run: Run, record: CaptureRecord): void {
    if (record.at >= run.from && record.at < run.until)
      this.#record(record, { name: this.#on, linkType: record.linkType })
  }

  #ready(run: Run): void {
    if (this.#coming !== run) return
    const old = this.#current
    this.#coming = null
    this.#current = run
    this.#wait = retryMs.first
    this.#say(true, '')
    if (!old) {
      this.#release(run)
    } else {
      run.from = old.until = this.#now()
      old.next = run
      this.#dropped += old.tcpdump.dropped
      old.tcpdump.stop()
    }
    run.tcpdump.paused = this.#isPaused
  }

  /** The one before it has handed over everything: now what was held, and after that the one behind it. */
  #release(run: Run): void {
    const held = run.held ?? []
    run.held = null
    for (const record of held) this.#take(run, record)
    if (run.isOver && run.next) this.#release(run.next)
  }

  #ended(run: Run, reason: string): void {
    run.isOver = true
    if (run.held === null && run.next) this.#release(run.next)
    if (run !== this.#current && run !== this.#coming) return
    if (run === this.#coming) this.#coming = null
    else {
      this.#dropped += run.tcpdump.dropped
      this.#current = null
    }
    if (this.#filter === null) return this.#stopped?.()
    // Where the next one could not begin the old one goes on.
    if (!this.#current) this.#say(false, reason)
    this.#retry = setTimeout(() => this.#start(), this.#wait)
    this.#wait = Math.min(this.#wait * 2, retryMs.longest)
  }

  #say(isOn: boolean, reason: string): void {
    if (this.state.isOn === isOn && this.state.reason === reason) return
    this.state = { isOn, reason, since: this.#now() }
    this.changed()
  }
}
