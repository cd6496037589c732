/** The one that needs captures of others. */
const ofCaptures = 'mirror'

/**
 * Which parts of torture run: the one that was named, or all that can.
 * @throws Error for a part that there is none of, or that was named and cannot run
 */
export function partsToRun(
  parts: readonly string[],
  { only, hasCaptures }: { only: string | undefined; hasCaptures: boolean },
): string[] {
  if (only !== undefined && !parts.includes(only))
    throw new Error(`torture: --only ${only} is none of ${parts.join(', ')}`)
  if (only === ofCaptures && !hasCaptures)
    throw new Error(`torture: ${ofCaptures} needs captures: --data FOLDER`)
  if (only !== undefined) return [only]
  return parts.filter((part) => part !== ofCaptures || hasCaptures)
}
