import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'xwiki-solrsearch',
    [
      get('/bin/get/Main/SolrSearch?media=rss&text=%7d%7d%7d'),
      get('/bin/get/Main/SolrSearch?media=rss&text=%7b%7basync%20async=false%7d%7d'),
    ],
    [
      get('/bin/get/Main/SolrSearch'),
      // What a reader of news asks for that follows a search.
      get('/bin/get/Main/SolrSearch?outputSyntax=plain&media=rss&text=release'),
    ],
  ),
]
