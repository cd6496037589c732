import { statfs } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { carriedLimits } from '#model/sensor/device.ts'
import type { Heartbeat, SensorConfig } from '#model/sensor/protocol.ts'
import { version } from '#model/version.ts'
import type { Arguments } from './arguments.ts'
import { checksOf, type Health, isTlsError, messageOf } from './checks.ts'
import { ownAddresses } from './host.ts'
import { Losses } from './losses.ts'
import { Backoff } from './connection/backoff.ts'
import { configAfter, heartbeat, Refused } from './connection/calls.ts'
import { connect } from './connection/connection.ts'
import { kindOf } from './connection/pin.ts'
import { readConfig, writeConfig } from './settings/config.ts'
import { openDecoyKeys } from './settings/decoy-keys.ts'
import type { Folder } from './settings/folder.ts'
import { isLoopback, type Settings } from './settings/settings.ts'
import { ship, type Shipping } from './ship/ship.ts'
import { openSpool } from './spool/spool.ts'
import { openTraffic } from './traffic.ts'
import { openUpdates } from './update/offer.ts'

const configWaitSeconds = 25
const heartbeatMs = { least: 5000, most: 600_000, first: 30_000 }
const lossesFile = 'losses.json'
/** Listeners a heartbeat names; a catch-all of all ports would be 65,535. */
const mostListening = 2000

/** `run`: works until `signal`; what was captured by then lies in the spool. */
export async function run(
  folder: Folder,
  settings: Settings,
  args: Pick<Arguments, 'interface' | 'portOffset' | 'capture'>,
  { signal, say }: { signal: AbortSignal; say: (line: string) => void },
): Promise<void> {
  const startedAt = Date.now()
  const losses = new Losses(countsOf(await folder.readJson(lossesFile)))
  let config = await readConfig(folder).catch((error: unknown) => {
    say(`what the server wanted last cannot be read: ${messageOf(error)}`)
    return null
  })
  const server = new URL(settings.server)
  const connection = connect({
    server: settings.server,
    token: settings.sensorToken,
    fingerprint: settings.fingerprint,
  })
  const carrying = connect({
    server: settings.server,
    token: settings.sensorToken,
    fingerprint: settings.fingerprint,
    atOnce: carriedLimits.connections,
  })
  const spool = await openSpool(folder, {
    losses,
    now: Date.now,
    mostBytes: config?.limits.spoolBytes ?? Number.POSITIVE_INFINITY,
  })
  const keys = await openDecoyKeys(folder, (error) => say(`keys of decoys are not kept: ${messageOf(error)}`))
  const traffic = openTraffic(spool, losses, {
    keys,
    server,
    interface: args.interface ?? 'any',
    portOffset: args.portOffset ?? 0,
    carrying,
    capture: args.capture,
  })
  const updates = openUpdates(folder, connection, settings.updateKey)
  const shipping: Shipping = { failingSince: null, error: null }
  let skewMs: number | null = null
  let failure: Health['failure'] = null
  let beatNow: () => void = () => undefined
  // Whoever looks at the sensor's page is not to wait for the next heartbeat.
  traffic.capture.changed = () => beatNow()

  const allLosses = (): Record<string, number> =>
    sumOf(losses.all(), traffic.decoyLosses(), traffic.capture.dropped)

  const failed = (what: string, error: unknown): void => {
    // A server that was given another key was away before, as a rule: that it shows another is said all the same.
    if (!failure || (isTlsError(error) && !isTlsError(failure.error))) say(`${what}: ${messageOf(error)}`)
    failure = { error, since: failure?.since ?? Date.now() }
  }

  async function apply(wanted: SensorConfig): Promise<void> {
    await traffic.apply(wanted)
    config = wanted
    const open = traffic.ports.filter(({ error }) => !error).length
    say(
      `configuration ${wanted.version}: "${wanted.profile.name}", ${open} of ${traffic.ports.length} ports listen`,
    )
    beatNow()
  }

  async function followConfig(): Promise<void> {
    const backoff = new Backoff()
    while (!signal.aborted) {
      try {
        const wanted = await configAfter(connection, config?.version ?? 0, configWaitSeconds, signal)
        backoff.reset()
        if (failure) beatNow()
        if (!wanted || wanted.version <= (config?.version ?? 0)) continue
        await writeConfig(folder, wanted)
        await apply(wanted)
      } catch (error) {
        if (signal.aborted) return
        failed('configuration', error)
        await wait(backoff.next(error instanceof Refused ? error.retryAfterMs : null))
      }
    }
  }

  async function beat(): Promise<void> {
    traffic.capture.ask()
    const { batches, bytes, oldest, aside } = spool.state()
    const freeBytes = await freeOf(folder.path)
    const counts = allLosses()
    await folder.writeJson(lossesFile, counts).catch(() => undefined)
    const health: Health = {
      capture: { isWanted: args.capture && (config?.capture.isOn ?? true), state: traffic.capture.state },
      ports: traffic.ports,
      notCarriedSince: traffic.notCarriedSince,
      spool: { bytes, limit: config?.limits.spoolBytes ?? bytes, freeBytes, aside, error: spool.error },
      skewMs,
      shipping,
      failure,
      tls:
        server.protocol === 'http:' && isLoopback(server)
          ? 'loopback'
          : settings.fingerprint
            ? kindOf(settings.fingerprint)
            : 'authority',
      update: updates.state,
    }
    const sentAt = Date.now()
    const said: Heartbeat = {
      sentAt,
      agentVersion: version,
      startedAt,
      configVersion: config?.version ?? 0,
      checks: checksOf(health, sentAt),
      spool: { batches, bytes, oldest, freeBytes },
      losses: counts,
      listening: traffic.ports
        .filter(({ error }) => !error)
        .slice(0, mostListening)
        .map(({ port, transport, protocol }) => ({ port, transport, protocol })),
      addresses: ownAddresses(),
    }
    const answer = await heartbeat(connection, said, signal)
    // Half of the way there and back is the delay.
    skewMs = answer.receivedAt - (sentAt + Date.now()) / 2
    if (failure) say('the server answers again')
    failure = null
    await updates.consider(answer.update, signal)
  }

  async function keepBeating(): Promise<void> {
    const backoff = new Backoff()
    while (!signal.aborted) {
      const soon = new Promise<void>((resolve) => void (beatNow = resolve))
      let pauseMs = 0
      try {
        await beat()
        backoff.reset()
        const { least, most, first } = heartbeatMs
        pauseMs = Math.min(Math.max(config?.heartbeatMs ?? first, least), most)
      } catch (error) {
        if (signal.aborted) return
        failed('heartbeat', error)
        pauseMs = backoff.next(error instanceof Refused ? error.retryAfterMs : null)
      }
      await Promise.race([wait(pauseMs), soon])
    }
  }

  const wait = (ms: number): Promise<void> => pause(ms, undefined, { signal }).catch(() => undefined)

  say(`agent ${version}, sensor ${settings.sensorId} of ${settings.server}`)
  // What was wanted last; one that cannot be had does not keep the next from coming.
  if (config) await apply(config).catch((error: unknown) => failed('configuration', error))
  await Promise.all([
    followConfig(),
    keepBeating(),
    ship(connection, spool, { signal, now: Date.now, shipping, recovered: () => beatNow() }),
  ])
  await traffic.close()
  await folder.writeJson(lossesFile, allLosses())
  connection.close()
  carrying.close()
  say('ended')
}

const freeOf = async (path: string): Promise<number> => {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}

function countsOf(value: unknown): Record<string, number> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1])),
  )
}

/** `own` go on from what was kept of earlier runs; the kernel's count and the decoys' are of this one. */
function sumOf(
  own: Record<string, number>,
  decoys: Record<string, number>,
  dropped: number,
): Record<string, number> {
  const all = { ...own }
  for (const [reason, count] of Object.entries({ ...decoys, 'kernel-packets': dropped }))
    all[reason] = (all[reason] ?? 0) + count
  return all
}
