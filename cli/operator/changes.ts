import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf, type Connection, open } from '../connection.ts'
import { Exit } from '../exit.ts'

const tries = 5

/**
 * The rows of the audit log, a line of JSON each, as they arrive. An answer that breaks off is continued behind the last row that came:
 * each comes once.
 */
export async function* changesIn(
  connection: Connection,
  asked: { workspace?: string; since?: string },
): AsyncGenerator<string> {
  const search = new URLSearchParams(asked)
  for (let failed = 0; ; failed++) {
    try {
      for await (const line of linesOf(await answer(connection, search))) {
        search.set('after', idIn(line))
        yield line
      }
      return
    } catch (error) {
      if (error instanceof Exit) throw error
      if (failed >= tries) throw new Exit('failed', `The log broke off: ${String(error)}`)
      await sleep(500 * 2 ** failed)
    }
  }
}

async function answer(
  connection: Connection,
  search: URLSearchParams,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  return bodyOf(await open(connection, `/api/operator/changes?${search}`))
}

/** At line feeds alone: a name in a row may hold what else ends lines (U+2028). */
async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new Error('in the middle of a row')
}

function idIn(line: string): string {
  const { id } = JSON.parse(line) as { id?: unknown }
  if (typeof id !== 'string') throw new Exit('failed', 'The server sent a row without an id.')
  return id
}
