import type { SensorProfile } from '#model/sensor/profile.ts'
import { Certificates } from '../decoys/certificate/certificates.ts'
import type { DecoySink } from '../decoys/interface.ts'
import { DecoyKeys } from '../decoys/keys.ts'
import { Losses } from '../decoys/losses.ts'
import { askOverTcp } from './ask-over-tcp.ts'
import { askOverUdp } from './ask-over-udp.ts'
import type { Rehearsed } from './rehearsed.ts'

/** Ports that are asked at the same time: most of it is waiting. */
const atOnce = 8

const nothing = (): void => undefined
const sink: DecoySink = { event: nothing, opened: nothing, read: nothing, wrote: nothing, closed: nothing }

/**
 * Runs the decoys of a profile in memory: no socket is opened, and nobody is told. Ranges of a catch-all are not asked.
 * @param mostMs after which no further port is asked
 */
export async function rehearse(profile: SensorProfile, mostMs = 5000): Promise<Rehearsed[]> {
  const keys = new DecoyKeys()
  const certificates = new Certificates(keys)
  const ends = performance.now() + mostMs
  const all: Rehearsed[] = []
  const waiting = [...profile.ports.entries()]
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [place, port] = next
      const losses = new Losses()
      const setting = { port, credentials: profile.credentials, sink, losses, keys, clock: Date.now }
      const found =
        performance.now() > ends
          ? { heard: [], certificate: null, problems: ['Not asked: the check took too long.'] }
          : port.transport === 'tcp'
            ? await askOverTcp(setting, certificates)
            : askOverUdp(setting)
      const problems = Object.keys(losses.all()).map((reason) => reasons[reason] ?? reason)
      const { transport, protocol } = port
      all[place] = {
        port: port.port,
        transport,
        protocol,
        ...found,
        problems: [...found.problems, ...problems],
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return all
}

const reasons: Readonly<Record<string, string>> = {
  'emulation-failed': 'The decoy failed at this question.',
  'message-too-long': 'The decoy took the question for one that is too long.',
  'connection-bytes': 'The answer is longer than a connection may be.',
}
