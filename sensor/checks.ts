import type { CaptureState } from './capture/capture.ts'
import type { ListeningPort } from './decoys/interface.ts'
import { notInLine } from '#model/line.ts'
import { WrongCertificate } from './connection/pinned.ts'
import type { Shipping } from './ship/ship.ts'
import type { CheckName, SensorCheck } from '#model/sensor/protocol.ts'

/** What the checks are made of. */
export interface Health {
  capture: { isWanted: boolean; state: CaptureState }
  ports: readonly ListeningPort[]
  /** Since when visitors of a device are hung up on; null where they are not. */
  notCarriedSince: number | null
  spool: { bytes: number; limit: number; freeBytes: number; aside: number; error: string | null }
  /** Server's clock less ours; null before it answered. */
  skewMs: number | null
  shipping: Shipping
  /** The last failure of a call, whichever; null after one that succeeded. */
  failure: { error: unknown; since: number } | null
  tls: 'public key' | 'certificate' | 'authority' | 'loopback'
  update: { state: SensorCheck['state']; detail: string }
}

type Said = [SensorCheck['state'], string]

const leastFree = 128 << 20
const mostSkew = 60_000
const patience = 300_000
/** Characters that the server takes of one. */
const mostDetail = 1024

/** Every part in one sentence. */
export function checksOf(health: Health, now: number): SensorCheck[] {
  const all: Record<CheckName, Said> = {
    capture: captureSaid(health.capture),
    decoys: decoysSaid(health),
    disk: diskSaid(health.spool),
    clock: clockSaid(health.skewMs),
    shipping: shippingSaid(health, now),
    tls: tlsSaid(health),
    update: [health.update.state, health.update.detail],
  }
  return Object.entries(all).map(([name, [state, detail]]) => ({
    name: name as CheckName,
    state,
    detail: sentence(detail),
  }))
}

const notOneLine = new RegExp(`[\\s${notInLine}]+`, 'gu')

/** What programs and systems said is in it: as one line, which the server takes, that ends once. */
const sentence = (text: string): string =>
  text
    .replaceAll(notOneLine, ' ')
    .replace(/[. ]+$/, '.')
    .slice(0, mostDetail)

const mebibytes = (bytes: number): number => Math.floor(bytes / 1_048_576)
const since = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')

function captureSaid({ isWanted, state }: Health['capture']): Said {
  if (!isWanted) return ['ok', 'Off: the decoys’ conversations are sent alone.']
  if (state.isOn) return ['ok', `Since ${since(state.since)}.`]
  return ['warning', `Decoys only since ${since(state.since)}: ${state.reason}.`]
}

function decoysSaid({ ports, notCarriedSince }: Health): Said {
  const closed = ports.filter(({ error }) => error)
  const open = ports.length - closed.length
  if (closed.length === 0 && notCarriedSince !== null)
    return [
      'warning',
      `Visitors are hung up on since ${since(notCarriedSince)}: no transporter carries them.`,
    ]
  if (closed.length === 0) return ['ok', `${open} ports listen.`]
  const [first] = closed
  const example = first ? `${first.port}/${first.transport}: ${first.error?.replace(/\.$/, '')}` : ''
  const more = closed.length > 1 ? ` and ${closed.length - 1} more` : ''
  return [open === 0 ? 'failed' : 'warning', `Not open: ${example}${more}.`]
}

function diskSaid({ bytes, limit, freeBytes, error }: Health['spool']): Said {
  if (error) return ['failed', `The last segment could not be kept: ${error}.`]
  if (freeBytes < leastFree) return ['warning', `Only ${mebibytes(freeBytes)} MiB are free.`]
  if (bytes > limit * 0.9) return ['warning', 'What waits fills its limit: the oldest is given up.']
  return ['ok', `${mebibytes(freeBytes)} MiB are free.`]
}

function clockSaid(skewMs: number | null): Said {
  if (skewMs === null) return ['ok', 'Not compared yet.']
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  return Math.abs(skewMs) > mostSkew
    ? ['warning', `This host’s clock is ${seconds} s ${skewMs > 0 ? 'slow' : 'fast'}.`]
    : ['ok', `Within ${Math.max(1, seconds)} s of the server’s.`]
}

function shippingSaid({ shipping, spool }: Health, now: number): Said {
  if (shipping.failingSince !== null) {
    const state = now - shipping.failingSince > patience ? 'failed' : 'warning'
    return [state, `Nothing was taken since ${since(shipping.failingSince)}: ${messageOf(shipping.error)}.`]
  }
  if (spool.aside > 0) return ['warning', `${spool.aside} segments that the server refused lie aside.`]
  return ['ok', 'What was captured is sent.']
}

function tlsSaid({ failure, tls }: Health): Said {
  if (failure && isTlsError(failure.error))
    return ['failed', `Since ${since(failure.since)}: ${messageOf(failure.error)}.`]
  return ['ok', tlsText[tls]]
}

const tlsText: Record<Health['tls'], string> = {
  'public key': 'The key named at the install.',
  certificate: 'The certificate named at the install: a renewed one needs the install command again.',
  authority: 'A certificate that authorities vouch for.',
  loopback: 'None: the server is on this machine.',
}

/** Codes of Node for certificates that are not believed. */
const codes =
  /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/

export const isTlsError = (error: unknown): boolean =>
  error instanceof WrongCertificate || codes.test(String((error as NodeJS.ErrnoException | null)?.code ?? ''))

export const messageOf = (error: unknown): string =>
  // An AggregateError of several addresses has no message of its own.
  (error instanceof Error
    ? error.message || String((error as NodeJS.ErrnoException).code ?? error.name)
    : String(error)
  )
    .replace(/[\r\n]+/g, ' ')
    .slice(0, 300)
