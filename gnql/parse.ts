import { Diagnostics, type QueryDiagnostic } from './diagnostic.ts'
import { lex } from './lex.ts'
import { limits } from './limits.ts'
import { Grammar } from './parse/grammar.ts'
import { Reader } from './parse/reader.ts'
import type { Query } from './tree.ts'

/**
 * GNQL, a superset of what Lucene users type:
 *
 *   query   = [ or ]
 *   or      = and { "OR" and }
 *   and     = not { [ "AND" ] not }
 *   not     = ( "NOT" | "-" | "!" ) not | primary
 *   primary = "(" or ")" | field ":" value | bare
 *   value   = "(" or ")" | range | quoted | word { word }
 *   bare    = range | quoted | word { word }
 *   range   = ( "[" | "{" ) edge "TO" edge ( "]" | "}" ) | ( ">" | ">=" | "<" | "<=" ) edge
 *
 * - AND, OR, NOT (&& and ||) count in any case wherever they stand alone between values. They are values when quoted or
 *   when they touch a field's colon (`tags:and`); after a colon and a space they are refused, never guessed.
 * - NOT binds before AND, AND before OR.
 * - `word { word }` is one run. Lucene reads `tags: SIP REGISTER Scanner` as tags:SIP and two words anywhere, which
 *   silently finds other addresses; here the run stays together and resolve/ decides by the field: a field whose
 *   values hold spaces takes the words (with a hint), any other takes the first and leaves the rest bare.
 *   After "-", "!" or NOT a bare run is one word long.
 * - White space may stand around a field's colon. "/" is a character like any other.
 */
export interface Parsed {
  tree: Query
  diagnostics: QueryDiagnostic[]
}

/** Never throws. With an error among the diagnostics the tree is what could be read. */
export function parse(text: string): Parsed {
  const diagnostics = new Diagnostics()
  return { tree: parseInto(text, diagnostics), diagnostics: diagnostics.list }
}

export function parseInto(text: string, diagnostics: Diagnostics): Query {
  const size = text.length > limits.bytes ? text.length : new TextEncoder().encode(text).length
  if (size > limits.bytes) {
    diagnostics.error(
      { start: limits.bytes, end: text.length },
      {
        message: `A query may hold ${limits.bytes} bytes; this one holds ${size}.`,
        expected: [`at most ${limits.bytes} bytes`],
        found: String(size),
      },
    )
    return { kind: 'empty', span: { start: 0, end: text.length } }
  }
  return new Grammar(new Reader(text, lex(text, diagnostics), diagnostics)).query()
}
