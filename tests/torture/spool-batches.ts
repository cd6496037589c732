/** A batch's size follows from its number, so that anybody can tell what belongs to it; every 30th is a large one. */
export const sizeOf = (number: number): number => (number % 30 === 29 ? 2000 : number % 7)

/** 32 hex digits, as ids of sessions are. */
export const sessionId = (batch: number, index: number): string =>
  batch.toString(16).padStart(24, '0') + index.toString(16).padStart(8, '0')

export const batchOf = (id: string): number => Number.parseInt(id.slice(0, 24), 16)
