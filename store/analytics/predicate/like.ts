import type { Test } from '#gnql/predicate.ts'

/** Pieces and wildcards as a LIKE pattern of the engine: "%" any run, "_" one code point, "\" takes their meaning away. */
export function likePattern(pieces: Extract<Test, { op: 'like' }>['pattern']): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece.replaceAll(/[\\%_]/g, String.raw`\$&`)
      return piece.wildcard === '*' ? '%' : '_'
    })
    .join('')
}
