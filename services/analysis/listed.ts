import { setImmediate } from 'node:timers/promises'
import type { AddressList } from '#gnql/predicate.ts'
import { placeOf } from '#model/address-keys.ts'
import type { AnalysisKind } from '#model/analysis.ts'
import type { AnalysisResult } from '#pipeline/analysis/result-file.ts'
import type { StoredAnalysis } from '#store/app/analyses.ts'
import type { Ctx } from '../context.ts'
import { storedAnalysis } from './find.ts'
import { logUnreadable, unreadable } from './unreadable.ts'

/** An analysis with its addresses: all of them, or those that were read so far. */
export interface Listed {
  stored: StoredAnalysis
  list: AddressList
  /** null while it is read, and where it failed. */
  result: AnalysisResult | null
}

/** @throws Refusal 'not-found'; 'busy' where its file cannot be read */
export async function listedOf(ctx: Ctx, of: { id: string; kind: AnalysisKind }): Promise<Listed> {
  const stored = await storedAnalysis(ctx, of)
  if (stored.result === '') {
    const list = ctx.analyses.running.get(stored.id)?.list ?? { id: `${stored.id} none`, keys: noKeys }
    return { stored, list, result: null }
  }
  const result = await ctx.analyses.results.get(stored.result).catch((error: unknown) => {
    logUnreadable(ctx.log, error, { analysis: stored.id })
    throw unreadable(error)
  })
  return { stored, list: { id: stored.result, keys: result.keys }, result }
}

const noKeys = new Uint32Array(0)

/** Addresses looked at before others are served: about a millisecond. */
const atOnce = 2000

const services = new WeakMap<Uint32Array, AddressList>()

/** Those of a list that are of business services, found once; reference data that changes meanwhile counts from the next reading of the list. */
export async function servicesIn(
  { reference }: Pick<Ctx, 'reference'>,
  { id, keys }: AddressList,
): Promise<AddressList> {
  const known = services.get(keys)
  if (known) return known
  const places: number[] = []
  for (let at = 0; 4 * at < keys.length; at += 1) {
    if (at % atOnce === atOnce - 1) await setImmediate()
    if (reference.isService(keys, at)) places.push(at)
  }
  const some = new Uint32Array(new SharedArrayBuffer(16 * places.length))
  for (const [to, at] of places.entries()) some.set(keys.subarray(4 * at, 4 * at + 4), 4 * to)
  const made = { id: `${id} services`, keys: some }
  services.set(keys, made)
  return made
}

/** How often and where an address stood in what was sent. */
export function placeIn(
  { keys, times, lines }: AnalysisResult,
  key: Uint32Array,
): { times: number; line: number } | null {
  const at = placeOf(keys, key)
  return at < 0 ? null : { times: times[at] ?? 0, line: lines[at] ?? 0 }
}
