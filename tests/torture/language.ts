import * as fc from 'fast-check'
import { fewLetters, answersOrTeaches, everyText, hostilePieces, speaksAbout } from '#gnql/testing/hostile.ts'
import { fieldCatalogues } from '#gnql/registry/registry.ts'
import { agreementOn, generatedQueries, type Way } from '#store/analytics/predicate/testing/agreement.ts'
import { hold } from '#store/analytics/predicate/testing/held.ts'
import { openTestAnalytics } from '#store/analytics/testing.ts'

export interface LanguageTorture {
  /** Generated queries the engine and the matcher were both asked. */
  queries: number
  /** Queries × documents, and how many of them matched. */
  pairs: number
  matched: number
  /** Texts of up to `letters` characters, all of them, then random ones of hostile pieces. */
  texts: number
  valid: number
  /** Random texts that also ran in the engine. */
  ran: number
  /** What went wrong, at most ten a kind; empty when all laws hold. */
  wrong: string[]
}

const perTable = 2000
const documentsATable = 100

/**
 * The laws of GNQL at length: compiled answers equal those of the plain matcher, and no text is too strange.
 * `queries` are split evenly over both catalogues, three in four as values and one in four as conditions.
 */
export async function tortureLanguage({
  queries,
  letters,
  seed,
}: {
  queries: number
  letters: number
  seed: number
}): Promise<LanguageTorture> {
  const total: LanguageTorture = { queries: 0, pairs: 0, matched: 0, texts: 0, valid: 0, ran: 0, wrong: [] }
  const strange: string[] = []
  for (const text of everyText(fewLetters, letters)) tryText(text, total)
  const pieces = fc.array(fc.constantFrom(...hostilePieces), { maxLength: 7 })
  for (const parts of fc.sample(pieces, { numRuns: queries, seed })) {
    const text = parts.join('')
    if (tryText(text, total)) strange.push(text)
    if (strange.length % 20 === 0) attempt(() => speaksAbout(text), total)
  }
  const analytics = await openTestAnalytics()
  try {
    const now = Date.UTC(2026, 10, 20, 12, 34, 56)
    const query = async (held: Awaited<ReturnType<typeof hold>>, texts: readonly string[], way: Way) => {
      const found = await agreementOn(analytics, held, texts, { now, way })
      total.pairs += found.pairs
      total.matched += found.matched
      if (total.wrong.length < 20) total.wrong.push(...found.differing.slice(0, 10))
      return found.queries
    }
    for (let round = 0; total.queries < queries; round += 1) {
      const catalogue = fieldCatalogues[round % fieldCatalogues.length] ?? 'ip'
      const held = await hold(analytics, catalogue, { now, seed: seed + round, count: documentsATable })
      const count = Math.min(perTable, queries - total.queries)
      const texts = generatedQueries(held, { now, seed: seed + round, count })
      const cut = Math.ceil(texts.length * 0.75)
      total.queries += await query(held, texts.slice(0, cut), 'values')
      total.queries += await query(held, texts.slice(cut), 'conditions')
      if (round === 0) total.ran = await query(held, strange, 'values')
    }
  } finally {
    await analytics.close()
  }
  return total
}

/** Whether the text is a query. */
function tryText(text: string, total: LanguageTorture): boolean {
  total.texts += 1
  const ok = attempt(() => answersOrTeaches(text).ok, total) ?? false
  if (ok) total.valid += 1
  return ok
}

function attempt<T>(what: () => T, { wrong }: LanguageTorture): T | undefined {
  try {
    return what()
  } catch (error) {
    if (wrong.length < 10) wrong.push(String(error))
    return undefined
  }
}
