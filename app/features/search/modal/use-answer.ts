import { useEffect, useState } from 'react'
import { type SearchDataset, suggestionLimits, type Suggestions } from '#model/suggestion.ts'
import { callHeaders } from '../../captcha/token.ts'

/** Milliseconds after the last key; of tags as the specification says (§9). */
const waitMs: Record<SearchDataset, number> = { ips: 60, cves: 60, tags: 500 }

const nothing: Suggestions = { groups: [], trending: [], popular: [] }

interface Known {
  dataset: SearchDataset
  asked: string
  answer: Suggestions
  hasFailed: boolean
}

/** Words without a field, or the beginning of an address: what the server knows more about than the language does. */
const askable = /^(?:[^:()<>[\]{}"]+|[0-9a-f.:]+)$/i

/** What of a text is asked of the server; null where it has nothing to say. */
function askedFor(dataset: SearchDataset, text: string): string | null {
  const typed = text.trim().slice(0, suggestionLimits.text)
  return dataset === 'ips' && !askable.test(typed) ? null : typed
}

/** What the server proposes. While it is asked, what it said before stays. */
export function useAnswer(
  dataset: SearchDataset,
  text: string,
): { answer: Suggestions; isPending: boolean; hasFailed: boolean } {
  const [known, setKnown] = useState<Known | null>(null)
  const asked = askedFor(dataset, text)
  useEffect(() => {
    if (asked === null) return
    const leaving = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        const answer = await suggestions(dataset, asked, leaving.signal)
        setKnown({ dataset, asked, answer, hasFailed: false })
      } catch {
        if (!leaving.signal.aborted) setKnown({ dataset, asked, answer: nothing, hasFailed: true })
      }
    }
    // Nothing was typed yet: nobody is kept waiting.
    const timer = setTimeout(() => void ask(), asked === '' ? 0 : waitMs[dataset])
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [dataset, asked])
  if (asked === null) return { answer: nothing, isPending: false, hasFailed: false }
  const isOfDataset = known?.dataset === dataset
  return {
    answer: isOfDataset ? known.answer : nothing,
    isPending: !isOfDataset || known.asked !== asked,
    hasFailed: isOfDataset && known.hasFailed,
  }
}

async function suggestions(dataset: SearchDataset, text: string, signal: AbortSignal): Promise<Suggestions> {
  const headers = { accept: 'application/json', ...(await callHeaders()) }
  const answer = await fetch(`/api/suggestions?${new URLSearchParams({ dataset, text })}`, {
    headers,
    signal,
  })
  if (!answer.ok) throw new Error(`Suggestions were answered ${answer.status}.`)
  // Our own server wrote it a moment ago (server/api/wire/suggestion.ts).
  return (await answer.json()) as Suggestions
}
