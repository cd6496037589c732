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
