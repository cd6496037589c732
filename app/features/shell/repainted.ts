/** Milliseconds that a navigation waits at most for what was pressed to be drawn (specification §9). */
const waitMs = 100

/** Once the window was drawn anew. Windows that nobody sees are not drawn: then after the wait. */
export const repainted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, waitMs)
    // The frame itself is drawn behind this call; the next task is after it.
    requestAnimationFrame(() => setTimeout(resolve, 0))
  })

/** The pending bar and the pressed link are seen before the next page takes their place. Its data is on its way meanwhile. */
export async function waitsForPaint<Answer>(_: unknown, next: () => Promise<Answer>): Promise<Answer> {
  const [answer] = await Promise.all([next(), repainted()])
  return answer
}
