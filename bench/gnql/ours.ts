import { silent } from '#store/log.ts'
import { ownPlan } from '#model/entitlements.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KeptQueries } from '#services/ip/kept-queries.ts'
import type { Deps } from '#services/context.ts'
import { ctxFor } from '#services/context.ts'
import { cachedCuts } from '#services/ip/truncated-lists.ts'
import { openReports } from '#services/reports.ts'
import { queryIps } from '#services/ip/query-report.ts'
import { queryTasks } from '#services/work/tasks.ts'
import { workHere } from '#services/work/work.ts'
import { budget } from '#model/budget.ts'
import type { QueryReport } from '#services/ip/query-report.ts'
import { alwaysHealthy } from '#store/analytics/health.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { openMemoryIndex, type MemoryIndex } from '#search-index/open.ts'
import { workspaceScope } from '#services/scope.ts'

/** Answers the engine may have kept would make every repetition faster than the first. */
const uncached = { use_query_cache: 0, use_query_condition_cache: 0 }

/** The index in memory, once it answers; says what it took. */
export async function openIndex(analytics: Analytics): Promise<MemoryIndex> {
  const began = performance.now()
  const memoryIndex = openMemoryIndex(analytics, { maxDocuments: 20_000_000, log: silent, intervalMs: 250 })
  while (memoryIndex.state() !== 'ready') await sleep(50)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const { documents, bytes } = (await memoryIndex.size()) ?? { documents: 0, bytes: 0 }
  console.log(
    `   index in memory: ${seconds} s, ${(bytes / 1e6).toFixed(0)} MB, ${(bytes / documents).toFixed(0)} bytes an address`,
  )
  return memoryIndex
}

/** The query page as the server makes it, from text to rows, without HTTP and drawing; null is without the index. */
export function openOurs(
  analytics: Analytics,
  now: number,
  memoryIndex: MemoryIndex | null,
): (query: string) => Promise<QueryReport> {
  const { app } = analytics
  const reading: Analytics = {
    ...analytics,
    app: {
      ...app,
      run: (query, params, options) =>
        app.run(query, params, { ...options, settings: { ...options?.settings, ...uncached } }),
    },
  }
  const deps = {
    analytics: reading,
    memoryIndex: memoryIndex ?? { search: async () => null, documents: () => null },
    health: alwaysHealthy,
    reports: openReports({ generation: () => 0, clock: () => now, reads: reading }),
    work: workHere(queryTasks, { tags: new Map() }),
    budget,
    clock: () => now,
    secret: new Uint8Array(32),
    tags: new Map(),
    cutLists: cachedCuts(reading, () => now),
    // Each is answered anew.
    keptQueries: { get: async (_, make) => (await make()).report } satisfies KeptQueries,
  } as unknown as Deps
  const ctx = ctxFor(deps, {
    scope: workspaceScope({ workspace: 'bench', keyId: 'bench', publish: true }, ownPlan),
    signal: new AbortController().signal,
  })
  return (query) => queryIps(ctx, { query, size: 50 })
}
