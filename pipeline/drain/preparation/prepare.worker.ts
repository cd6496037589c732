import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { giveWay } from '#model/give-way.ts'
import { loadTags } from '#tags/load.ts'
import { compileRuleSet } from '../../tag/rule-set.ts'
import type { FromPreparer, ToPreparer } from './messages.ts'
import { prepareRange } from './prepare.ts'

/** The thread that prepares large ranges, one after the other, by the product's rules. */

if (!parentPort) throw new Error('This file is a thread of the server.')
const port = parentPort
const rules = compileRuleSet(loadTags())

/** Answers go back in the order of what was asked; before the first the rules are read, which fails again where it fails. */
let last: Promise<unknown> = rules.tagger().catch(() => undefined)

giveWay()
port.on('message', (bodies: ToPreparer) => {
  last = last.then(() => answer(bodies))
})

async function answer(bodies: ToPreparer): Promise<void> {
  const said = await prepareRange(
    bodies.map((body) => Buffer.from(body.buffer)),
    rules,
  ).then(
    (prepared): FromPreparer => ({ prepared }),
    (error: unknown): FromPreparer => ({ failed: error instanceof Error ? error.message : String(error) }),
  )
  port.postMessage(whole(said), buffersOf(said))
  // A thread is ended from outside, and would leave nothing in the cache of modules.
  flushCompileCache()
}

/** With pieces that are all of their memory, so that they can be handed over without a copy of what lies around them. */
function whole(said: FromPreparer): FromPreparer {
  if (!('prepared' in said) || !said.prepared) return said
  for (const { block } of said.prepared.units)
    block.pieces = block.pieces.map((piece) =>
      piece.byteLength === piece.buffer.byteLength ? piece : new Uint8Array(piece),
    )
  return said
}

const buffersOf = (said: FromPreparer): ArrayBuffer[] =>
  'prepared' in said && said.prepared
    ? said.prepared.units.flatMap(({ block }) => block.pieces.map((piece) => piece.buffer as ArrayBuffer))
    : []
