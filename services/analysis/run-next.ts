import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { noTotals } from '#model/analysis.ts'
import { windowDays } from '#model/window.ts'
import { analysisTask, type StoredAnalysis } from '#store/app/analyses.ts'
import type { AnalysisProgress } from '#pipeline/analysis/messages.ts'
import type { AnalysisEnd } from '#pipeline/analysis/thread.ts'
import type { ReservedFile } from '#store/files/files.ts'
import type { Task } from '#store/app/tasks.ts'
import type { WorkspaceStore } from '#store/app/workspace.ts'
import type { Deps } from '../context.ts'
import { leaseMs, tryTask, whileLeased } from '../tasks/leased.ts'
import { kinds } from './kinds.ts'
import { knownIn } from './known-in.ts'
import type { RunningAnalysis } from './parts.ts'

interface RunDeps extends Pick<Deps, 'installation' | 'analyses' | 'clock' | 'log'> {
  memoryIndex: Pick<Deps['memoryIndex'], 'between' | 'documents'>
}

/** What a server of an earlier release entered reaches back as far as there is anything. */
const payload = z.object({ analysis: z.string(), reachDays: z.number().default(windowDays) })

/** Lists that a server reads at once, and of one workspace: whoever sends the worst keeps nobody else waiting. */
const atOnce = { all: 3, ofWorkspace: 2 }
/** Milliseconds between two looks for what waits while something is read. */
const lookMs = 250

/**
 * Does the analyses that wait longest, some side by side.
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
  const { installation } = deps
  const workspace = installation.workspace(task.workspace)
  const { analysis, reachDays } = payload.parse(task.payload)
  const found = await workspace.analyses.get(analysis, deps.clock())
  if (!found || found.input === '') return void (await installation.tasks.complete(task))
  await tryTask(deps, task, {
    stopping,
    retryMs: 1000,
    work: () => analyze(deps, { task, workspace, found, reachDays, stopping }),
    onFailed: (error) => deps.log.error({ err: error, analysis: found.id }, 'an analysis failed'),
    async onOver(said) {
      await workspace.analyses.finish(found.id, {
        state: 'failed',
        totals: noTotals,
        result: '',
        error: said ?? kinds[found.kind].refusal,
      })
      await deps.analyses.files.remove(found.input)
    },
  })
}

interface Running {
  task: Task
  workspace: WorkspaceStore
  found: StoredAnalysis
  reachDays: number
  stopping: AbortSignal
}

async function analyze(
  deps: RunDeps,
  { task, workspace, found, reachDays, stopping }: Running,
): Promise<void> {
  const { files, analyzer, running, alongside } = deps.analyses
  const { id, kind } = found
  const cancel = new AbortController()
  const state: RunningAnalysis = {
    cancel,
    read: 0,
    totals: noTotals,
    list: { id: `${id} 0`, keys: new Uint32Array(0) },
  }
  running.set(id, state)
  const options = {
    signal: AbortSignal.any([stopping, cancel.signal]),
    onProgress({ read: bytes, totals: soFar, keys }: AnalysisProgress) {
      Object.assign(state, { read: bytes, totals: soFar })
      if (keys) state.list = { id: `${id} ${bytes}`, keys }
    },
  }
  const begun = alongside.take(found.input)
  let output = null as ReservedFile | null
  async function readWhole(): Promise<AnalysisEnd> {
    output = await files.reserve()
    const known = knownIn(deps.memoryIndex, { now: found.created, reachDays })
    return analyzer.analyze(
      { kind, path: files.path(found.input), output: output.path },
      { ...options, known },
    )
  }
  async function work(): Promise<void> {
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
  }
  const progress = (): Promise<boolean> =>
    workspace.analyses.progress(id, { read: state.read, totals: state.totals })
  try {
    await whileLeased(deps, task, { cancel, progress, work })
  } finally {
    running.delete(id)
    await output?.discard()
  }
}
