/** The next round number (1, 2 or 5 times a power of ten) whose half is whole as well: where an axis of counts ends. */
export function roundUp(value: number): number {
  if (value <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(value))
  const steps = power < 10 ? [2, 4, 6, 8, 10] : [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10]
  return (steps.find((step) => step * power >= value) ?? 10) * power
}
