import { z } from 'zod'
import { grantedBy, type PcapGranted, usualPcaps } from '#model/pcap.ts'
import { Refusal, refuse } from '#model/errors.ts'
import { gatherPackets } from '#pipeline/packets/gather.ts'
import type { CaptureToRead } from '#pipeline/packets/messages.ts'
import { flowsOfCaptures, type SessionsWanted, sizesByCapture } from '#store/analytics/sessions/flows.ts'
import { scopeOf } from '#store/analytics/sessions/scope.ts'
import { type StoredPcap, pcapTask } from '#store/app/pcaps.ts'
import type { Task } from '#store/app/tasks.ts'
import type { WorkspaceStore } from '#store/app/workspace.ts'
import type { Deps } from '../context.ts'
import { predicateOf } from './asked.ts'
import { leaseMs, tryTask, whileLeased } from '../tasks/leased.ts'
import type { RunningPcap } from './parts.ts'

type RunDeps = Pick<Deps, 'analytics' | 'installation' | 'pcaps' | 'files' | 'work' | 'clock' | 'log'>

/** Captures whose conversations are asked for at once. */
const capturesAtOnce = 64
const payload = z.object({
  pcap: z.string(),
  // Tasks of earlier versions said none.
  granted: z.object({ bytes: z.number(), sessions: z.number() }).default(grantedBy(usualPcaps)),
})

/**
 * Makes the file that waits longest.
 * @returns whether there was one
 */
export async function makeNextPcap(deps: RunDeps, signal: AbortSignal): Promise<boolean> {
  const { installation, clock } = deps
  const [task] = await installation.tasks.take({ kinds: [pcapTask], now: clock(), leaseMs, limit: 1 })
  if (!task) return false
  const workspace = installation.workspace(task.workspace)
  const { pcap, granted } = payload.parse(task.payload)
  const asked = await workspace.pcaps.get(pcap, clock())
  if (!asked || asked.file !== '') return installation.tasks.complete(task)
  await tryTask(deps, task, {
    stopping: signal,
    retryMs: 5000,
    work: () => make(deps, { task, workspace, asked, granted, stopping: signal }),
    isSaid: (error) => error instanceof Refusal && error.code !== 'busy',
    onFailed: (error) =>
      deps.log.error({ err: error, pcap: asked.id }, 'a file of packets could not be made'),
    onOver: async (said) =>
      void (await workspace.pcaps.finish(asked.id, {
        state: 'failed',
        error: said ?? 'The packets could not be read. Ask again; the server’s log says why.',
      })),
  })
  return true
}

interface Making {
  task: Task
  workspace: WorkspaceStore
  asked: StoredPcap
  granted: PcapGranted
  stopping: AbortSignal
}

async function make(deps: RunDeps, { task, workspace, asked, granted, stopping }: Making): Promise<void> {
  const { pcaps } = deps
  const { id } = asked
  const cancel = new AbortController()
  const state: RunningPcap = { cancel, captures: 0, packets: 0, bytes: 0 }
  pcaps.running.set(id, state)
  const output = await pcaps.files.reserve()
  async function work(): Promise<void> {
    let given = 0
    const { packets, bytes, sha256 } = await gatherPackets(
      captured(deps, { workspace, asked, granted }, (captures) => (given += captures)),
      {
        output: output.path,
        limit: granted.bytes,
        signal: AbortSignal.any([stopping, cancel.signal]),
        onRead: (gathered) => void Object.assign(state, gathered, { captures: given }),
      },
    )
    if (packets === 0) throw refuse('not-found', 'The packets of these sessions are no longer kept.')
    const file = await output.keep()
    const isTaken = await workspace.pcaps.finish(id, {
      state: 'completed',
      error: '',
      captures: given,
      packets,
      bytes,
      file,
      sha256,
    })
    if (!isTaken) await pcaps.files.remove(file)
  }
  const progress = (): Promise<boolean> => {
    const { captures, packets, bytes } = state
    return workspace.pcaps.progress(id, { captures, packets, bytes })
  }
  try {
    await whileLeased(deps, task, { cancel, progress, work })
  } finally {
    pcaps.running.delete(id)
    await output.discard()
  }
}

/** The stored captures that hold what is wanted, some at a time; of those that left meanwhile nothing is told. */
async function* captured(
  { analytics, files, work }: Pick<RunDeps, 'analytics' | 'files' | 'work'>,
  { workspace, asked, granted }: Pick<Making, 'workspace' | 'asked' | 'granted'>,
  onGiven: (captures: number) => void,
): AsyncGenerator<CaptureToRead[]> {
  const { captures: stored, sensors: ofWorkspace } = workspace
  const scope = scopeOf({ workspace: workspace.id })
  const { from, to, sensors, query, created } = asked
  // Words like `1d` mean what they meant when it was asked for.
  const wanted: SessionsWanted = { from, to, sensors, predicate: await predicateOf(work, query, created) }
  const names = await ofWorkspace.names()
  const all = (await sizesByCapture(analytics, scope, wanted)).map(({ capture }) => capture)
  let left = granted.sessions
  for (let at = 0; at < all.length; at += capturesAtOnce) {
    const captures = await stored.named(all.slice(at, at + capturesAtOnce))
    const flows = await flowsOfCaptures(analytics, scope, {
      ...wanted,
      captures: captures.map(({ id }) => id),
      max: left + 1,
    })
    left -= flows.length
    if (left < 0)
      throw refuse('too-large', `There are more than ${granted.sessions} sessions by now: ask for less.`)
    const byCapture = Map.groupBy(flows, ({ capture }) => capture)
    onGiven(captures.length)
    yield captures.map(({ id, sensor, shiftMs }) => ({
      path: files.path(id),
      sensor: names.get(sensor) ?? sensor,
      shiftMs,
      flows: byCapture.get(id) ?? [],
    }))
  }
}
