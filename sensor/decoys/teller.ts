import { randomBytes } from 'node:crypto'
import { type DecoyEvent, eventLimits } from '#model/sensor/event.ts'
import type { AcceptedCredential, DecoyOptions, DecoyPort, DecoyProtocol } from '#model/sensor/profile.ts'
import type { DecoySink, FlowEnds } from './interface.ts'
import type { DecoyKeys } from './keys.ts'
import type { Losses } from './losses.ts'

/** What all conversations through one port share. */
export interface Setting {
  readonly port: DecoyPort
  readonly credentials: readonly AcceptedCredential[]
  readonly sink: DecoySink
  readonly losses: Losses
  readonly keys: DecoyKeys
  readonly clock: () => number
}

const noOptions: DecoyOptions = {}
const cut = (text: string): string =>
  text.length > eventLimits.text ? text.slice(0, eventLimits.text) : text

/** Tells events of one conversation, within their limits. */
export class Teller {
  readonly setting: Setting
  readonly flow: FlowEnds
  #events = 0

  constructor(setting: Setting, flow: FlowEnds) {
    this.setting = setting
    this.flow = flow
  }

  get protocol(): DecoyProtocol {
    return this.setting.port.protocol
  }

  get options(): DecoyOptions {
    return this.setting.port.options ?? noOptions
  }

  get credentials(): readonly AcceptedCredential[] {
    return this.setting.credentials
  }

  get keys(): DecoyKeys {
    return this.setting.keys
  }

  now(): number {
    return this.setting.clock()
  }

  random(length: number): Buffer {
    return randomBytes(length)
  }

  login(user: string, password: string, accepted = isAccepted(this.credentials, user, password)): boolean {
    this.tell({
      kind: 'login',
      at: this.now(),
      protocol: this.protocol,
      user: cut(user),
      password: cut(password),
      accepted,
    })
    return accepted
  }

  command(text: string): void {
    this.tell({ kind: 'command', at: this.now(), protocol: this.protocol, text: cut(text) })
  }

  links(urls: Iterable<string>): void {
    for (const url of urls)
      this.tell({ kind: 'link', at: this.now(), protocol: this.protocol, url: cut(url) })
  }

  protected tell(event: DecoyEvent): void {
    if (this.#events++ < eventLimits.perFlow) this.setting.sink.event(this.flow, event)
    else this.setting.losses.count('events')
  }
}

export const isAccepted = (
  credentials: readonly AcceptedCredential[],
  user: string,
  password: string,
): boolean =>
  credentials.some(
    (one) => (one.user === '*' || one.user === user) && (one.password === '*' || one.password === password),
  )
