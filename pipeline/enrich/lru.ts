/** Answers to recent questions, at most `limit` of them. */
export interface Recent<Answer> {
  get(question: string, find: () => Answer): Answer
  readonly size: number
}

/**
 * Two generations of half the limit each: when the young one is full it becomes the old one, and what was not asked
 * again meanwhile is gone. Cheaper than a strict order of use, whose every step leaves a hole in a Map.
 */
export const openRecent = <Answer>(limit: number): Recent<Answer> => {
  const half = Math.max(1, Math.floor(limit / 2))
  let young = new Map<string, Answer>()
  let old = new Map<string, Answer>()
  const keep = (question: string, answer: Answer): Answer => {
    if (young.size >= half) {
      old = young
      young = new Map()
    }
    young.set(question, answer)
    return answer
  }
  return {
    get size() {
      return young.size + old.size
    },
    get(question, find) {
      const known = young.get(question)
      if (known !== undefined) return known
      const answer = old.get(question) ?? find()
      // Hostile text is no reason to hold long keys: an address has at most 45 characters.
      return question.length <= 45 ? keep(question, answer) : answer
    },
  }
}
