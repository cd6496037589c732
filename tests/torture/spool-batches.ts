/** A batch's size follows from its number, so that anybody can tell what belongs to it; every 30th is a large one. */
export const sizeOf = (number: number): number => (number % 30 === 29 ? 2000 : number % 7)
