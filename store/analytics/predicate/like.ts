import type { Pattern } from '#gnql/like.ts'
import type { Column, Test } from '#gnql/predicate.ts'

/** The values of a list column that a pattern stands for, lower-cased, where they are few and known. */
export type ValuesOf = (column: Column, pattern: Pattern) => readonly string[] | undefined

/** Pieces and wildcards as a LIKE pattern of the engine: "%" any run, "_" one code point, "\" takes their meaning away. */
export function likePattern(pieces: Extract<Test, { op: 'like' }>['pattern']): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece.replaceAll(/[\\%_]/g, String.raw`\$&`)
      return piece.wildcard === '*' ? '%' : '_'
    })
    .join('')
}
