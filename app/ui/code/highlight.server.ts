import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import http from 'highlight.js/lib/languages/http'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'

const languages = { bash, http, javascript, json, python }
export type Language = keyof typeof languages

for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language)

/** A run of code in one look; `kind` "" for what has none. */
export interface CodePiece {
  kind: string
  text: string
}

/** What the library's tree holds: text, or a run with a name and what is inside. */
type Node = string | { scope?: string; children: Node[] }

/** Code of ours in pieces, told apart by what they are. On the server alone: the browser is sent the pieces, never the grammars. */
export function highlighted(code: string, language: Language): CodePiece[] {
  // The library writes HTML, of which we want none; its tree is how it hands the same to other writers.
  const { _emitter: emitter } = highlighter.highlight(code, { language }) as unknown as {
    _emitter: { rootNode: Node }
  }
  return piecesOf(emitter.rootNode, '')
}

const piecesOf = (node: Node, kind: string): CodePiece[] =>
  typeof node === 'string'
    ? [{ kind, text: node }]
    : node.children.flatMap((child) => piecesOf(child, node.scope?.split('.')[0] ?? kind))
