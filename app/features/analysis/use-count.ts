import { useEffect, useState } from 'react'
import type { AnalysisKind } from '#model/analysis.ts'
import { countSentence } from './counted-list.ts'

/** Milliseconds without a key after which a list is counted. */
const pauseMs = 250
/** Characters that are counted in front of the page: about ten milliseconds. A longer text is counted where it is analyzed. */
const maxLength = 1_000_000

/** What the text of the field holds, counted by the rules of the analysis itself; "" where nothing is said. */
export function useCount(
  kind: AnalysisKind,
  initial: string,
): [sentence: string, onText: (text: string) => void] {
  const [text, onText] = useState(initial)
  const [sentence, setSentence] = useState('')
  useEffect(() => {
    let isNewest = true
    const timer = setTimeout(() => {
      if (text.trim() === '' || text.length > maxLength) return setSentence('')
      // Its code comes with the first list that is written; without it nothing is said.
      const count = ({ extractorOf }: typeof import('#methods/extraction/extractor.ts')): void => {
        if (!isNewest) return
        const extractor = extractorOf(kind === 'ips' ? 'addresses' : 'cves')
        extractor.push(new TextEncoder().encode(text))
        setSentence(countSentence(kind, extractor.end()))
      }
      void import('#methods/extraction/extractor.ts').then(count, () => undefined)
    }, pauseMs)
    return () => {
      isNewest = false
      clearTimeout(timer)
    }
  }, [kind, text])
  return [sentence, onText]
}
