import type { Class } from '../../ui/class-icon.tsx'
import { type AnalysisPart, analysisParts } from '#model/analysis.ts'
import type { Classification } from '#model/tag.ts'
import { stateHref } from '../query/page-state.ts'

/** How a part of a list is called, and the shape it is known by. */
interface PartLook {
  name: string
  of: Class | null
}

export const partLooks: Readonly<Record<AnalysisPart, PartLook>> = {
  all: { name: 'All', of: null },
  malicious: { name: 'Malicious', of: 'malicious' },
  suspicious: { name: 'Suspicious', of: 'suspicious' },
  unknown: { name: 'Unknown', of: 'unknown' },
  benign: { name: 'Benign', of: 'benign' },
  'business-services': { name: 'Business service', of: 'business' },
  'not-observed': { name: 'Not observed', of: 'other' },
}

/** The parts that make up a list, in the order in which classes are stacked. */
export const partsInOrder = (Object.keys(partLooks) as AnalysisPart[]).filter((part) => part !== 'all')

/** Parts whose addresses were not seen: nothing of them can be queried. */
export type UnseenPart = Extract<AnalysisPart, 'business-services' | 'not-observed'>

export const isUnseen = (part: AnalysisPart): part is UnseenPart =>
  part === 'business-services' || part === 'not-observed'

/** The class that a part is about; null where it holds all that were seen. */
export const classOf = (part: AnalysisPart): Classification | null =>
  part === 'all' || isUnseen(part) ? null : part

export function partIn(params: URLSearchParams): AnalysisPart {
  const asked = params.get('part')
  return analysisParts.find((part) => part === asked) ?? 'all'
}

/** Where a page of a part that was not seen begins: the place in the list. */
export function placeIn(params: URLSearchParams): number {
  const asked = Number(params.get('at'))
  return Number.isSafeInteger(asked) && asked > 0 ? asked : 0
}

/** Another part begins anew; how it is shown and asked stays. */
export const partHref = (params: URLSearchParams, part: AnalysisPart): string =>
  stateHref(params, { part: part === 'all' ? null : part, after: null, row: null, at: null })
