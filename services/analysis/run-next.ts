import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { noTotals } from '#model/analysis.ts'
import { Refusal } from '#model/errors.ts'
import { analysisTask, type StoredAnalysis } from '#store/app/analyses.ts'
import type { AnalysisProgress } from '#pipeline/analysis/messages.ts'
import type { AnalysisEnd } from '#pipeline/analysis/thread.ts'
import type { ReservedFile } from '#store/files/files.ts'
import type { Task } from '#store/app/tasks.ts'
import type { WorkspaceStore } from '#store/app/workspace.ts'
import type { Deps } from '../context.ts'
import { kinds } from './kinds.ts'
import { knownIn } from './known-in.ts'
import { type RunningAnalysis, TakenAway } from './parts.ts'

interface RunDeps extends Pick<Deps, 'installation' | 'analyses' | 'clock' | 'log'> {
  memoryIndex: Pick<Deps['memoryIndex'], 'between'>
}

/** Milliseconds for which a task is one server's alone unless it says so again: whoever died has lost it then. */
const leaseMs = 15_000
/** Milliseconds between two words of a server that is at it, and what the others see of its progress. */
const renewMs = 1000
const maxAttempts = 3
const payload = z.object({ analysis: z.string() })

/** Lists that a server reads at once, and of one workspace: whoever sends the worst keeps nobody else waiting. */
const atOnce = { all: 3, ofWorkspace: 2 }
/** Milliseconds between two looks for what waits while something is read. */
const lookMs = 250

/**
 * Does the analyses that wait longest, some side by side. One that is cut off by a stop or a crash is done again by the next server; one that
 * fails is tried three times, and what it cannot read is said at once.
 * @returns one round: it resolves with whether there was any
 */
export function openAnalysisRunner(deps: RunDeps): (signal: AbortSignal) => Promise<boolean> {
  const { installation, clock } = deps
  const underWay = new Map<Promise<void>, string>()

  const busy = (): string[] => {
    const workspaces = [...underWay.values()]
    return workspaces.filter(
      (one) => workspaces.filter((other) => other === one).length >= atOnce.ofWorkspace,
    )
  }
  async function begin(signal: AbortSignal): Promise<boolean> {
    if (underWay.size >= atOnce.all) return false
    const now = clock()
    const [task] = await installation.tasks.take({
      kinds: [analysisTask],
      now,
      leaseMs,
      limit: 1,
      without: busy(),
    })
    if (!task) return false
    const running = run(deps, task, signal).catch((error: unknown) =>
      // Its lease runs out, and it is taken again.
      deps.log.error({ err: error }, 'an analysis was left'),
    )
    underWay.set(running, task.workspace)
    void running.finally(() => underWay.delete(running))
    return true
  }
  return async (signal) => {
    while (!signal.aborted && (await begin(signal)));
    const wasAny = underWay.size > 0
    if (wasAny && !signal.aborted)
      await Promise.race([...underWay.keys(), sleep(lookMs, undefined, { ref: false })])
    // They end with it, and put their tasks back.
    if (signal.aborted) await Promise.all(underWay.keys())
    return wasAny
  }
}

async function run(deps: RunDeps, task: Task, stopping: AbortSignal): Promise<void> {
  const { installation, clock } = deps
  const workspace = installation.workspace(task.workspace)
  const found = await workspace.analyses.get(payload.parse(task.payload).analysis)
  if (!found || found.input === '') return void (await installation.tasks.complete(task))
  try {
    await analyze(deps, { task, workspace, found, stopping })
    await installation.tasks.complete(task)
  } catch (error) {
    if (stopping.aborted) {
      // The next start's.
      await installation.tasks.fail(task, { error: 'The server stopped.', retryAt: clock() })
      return
    }
    const message = error instanceof Error ? error.message : String(error)
    const isSaid = error instanceof Refusal
    if (!isSaid) deps.log.error({ err: error, analysis: found.id }, 'an analysis failed')
    const isOver = isSaid || task.attempt >= maxAttempts
    if (isOver) {
      await workspace.analyses.finish(found.id, {
        state: 'failed',
        totals: noTotals,
        result: '',
        error: isSaid ? message : kinds[found.kind].refusal,
      })
      await deps.analyses.files.remove(found.input)
    }
    await installation.tasks.fail(task, { error: message, retryAt: isOver ? null : clock() + 1000 })
  }
}

interface Running {
  task: Task
  workspace: WorkspaceStore
  found: StoredAnalysis
  stopping: AbortSignal
}

async function analyze(
  { installation, analyses: parts, memoryIndex, clock }: RunDeps,
  { task, workspace, found, stopping }: Running,
): Promise<void> {
  const { files, analyzer, running } = parts
  const { id, kind } = found
  const cancel = new AbortController()
  const state: RunningAnalysis = {
    cancel,
    read: 0,
    totals: noTotals,
    list: { id: `${id} 0`, keys: new Uint32Array(0) },
  }
  running.set(id, state)
  const tell = async (): Promise<void> => {
    const isTheirs =
      (await installation.tasks.renew(task, clock() + leaseMs)) &&
      (await workspace.analyses.progress(id, { read: state.read, totals: state.totals }))
    if (!isTheirs) cancel.abort(new TakenAway())
  }
  const telling = setInterval(() => void tell().catch(() => undefined), renewMs)
  const options = {
    signal: AbortSignal.any([stopping, cancel.signal]),
    onProgress({ read: bytes, totals: soFar, keys }: AnalysisProgress) {
      Object.assign(state, { read: bytes, totals: soFar })
      if (keys) state.list = { id: `${id} ${bytes}`, keys }
    },
  }
  const begun = parts.alongside.take(found.input)
  let output: ReservedFile | null = null
  async function readWhole(): Promise<AnalysisEnd> {
    output = await files.reserve()
    const task = { kind, path: files.path(found.input), output: output.path }
    const known = knownIn(memoryIndex)
    return analyzer.analyze(task, { ...options, known })
  }
  try {
    await tell()
    const before = (await begun?.end(options)) ?? null
    output = before?.output ?? null
    const { read, totals } = before?.end ?? (await readWhole())
    const isEmpty = totals.unique === 0 && totals.blocks === 0
    const result = isEmpty || !output ? '' : await output.keep()
    const isTaken = await workspace.analyses.finish(id, {
      state: isEmpty ? 'failed' : 'completed',
      totals,
      result,
      error: isEmpty ? kinds[kind].refusal : '',
      read,
    })
    if (!isTaken && result !== '') await files.remove(result)
    await files.remove(found.input)
  } catch (error) {
    if (!(error instanceof TakenAway)) throw error
  } finally {
    clearInterval(telling)
    running.delete(id)
    await output?.discard()
  }
}
