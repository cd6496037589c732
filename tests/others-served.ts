/** How often the event loop served others while `run` was under way. */
export async function othersServed<T>(run: () => Promise<T>): Promise<{ others: number; result: T }> {
  let others = 0
  let isOver = false
  const other = (): void => {
    if (isOver) return
    others += 1
    setImmediate(other)
  }
  setImmediate(other)
  const result = await run()
  isOver = true
  return { others, result }
}

/** Counts something by the turn of the event loop in which it happened: others are served between two of them. */
export function countByTurn(): {
  add: (times?: number) => void
  end: () => { total: number; highest: number }
} {
  const counts = new Map<number, number>()
  let [turn, isOver] = [0, false]
  const next = (): void => {
    turn += 1
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  return {
    add: (times = 1) => void counts.set(turn, (counts.get(turn) ?? 0) + times),
    end() {
      isOver = true
      const all = [...counts.values()]
      return { total: all.reduce((sum, count) => sum + count, 0), highest: Math.max(...all) }
    },
  }
}
