import { callHeaders } from '../captcha/token.ts'
import { type CompletionData, countriesBySeen, noData } from '#gnql/complete/data.ts'
import { countries } from '#model/countries.ts'

/** What completion knows without asking anybody. */
export const builtIn: CompletionData = { ...noData, countries }

const freshFor = 60_000
let kept: { at: number; data: Promise<CompletionData> } | null = null

/** Names from the server, at most a minute old; without an answer the built-in ones. */
export function completionData(): Promise<CompletionData> {
  const now = performance.now()
  if (kept && now - kept.at < freshFor) return kept.data
  kept = { at: now, data: fetched().catch(() => builtIn) }
  return kept.data
}

async function fetched(): Promise<CompletionData> {
  const response = await fetch('/api/tags/autocomplete', {
    headers: { accept: 'application/json', ...(await callHeaders()) },
  })
  if (!response.ok) return builtIn
  return readNames(await response.json())
}

/** Takes what it knows from an answer and nothing else. */
export function readNames(answer: unknown): CompletionData {
  const list = (key: string): unknown[] => {
    const value: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, key) : null
    return Array.isArray(value) ? value : []
  }
  const texts = (key: string): string[] => list(key).filter((value) => typeof value === 'string')
  return {
    actors: texts('actors'),
    cves: texts('cves'),
    tags: list('tags').flatMap((tag) => {
      if (typeof tag !== 'object' || tag === null) return []
      const [slug, name]: unknown[] = [Reflect.get(tag, 'slug'), Reflect.get(tag, 'name')]
      return typeof slug === 'string' && typeof name === 'string' ? [{ slug, name }] : []
    }),
    vpnServices: texts('vpn_services'),
    countries: countriesBySeen(texts('countries')),
  }
}
