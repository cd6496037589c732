/** How much of a content is there that still comes, as a thread is told. */
export interface Growth {
  /** Bytes that are there, as soon as they are more than `bytes`; that many themselves where no more will come. */
  beyond(bytes: number): Promise<number>
}

export interface ToldGrowth extends Growth {
  tell(bytes: number, isWhole: boolean): void
}

export function openGrowth(): ToldGrowth {
  let [there, isOver]: [number, boolean] = [0, false]
  let waiting: (() => void) | null = null
  return {
    tell(bytes, isWhole) {
      there = bytes
      isOver ||= isWhole
      waiting?.()
    },
    async beyond(bytes) {
      for (;;) {
        if (there > bytes || isOver) return there
        await new Promise<void>((resolve) => (waiting = resolve))
        waiting = null
      }
    },
  }
}
