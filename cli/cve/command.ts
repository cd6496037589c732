import { openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { accepted, call, type Connection } from '../connection.ts'
import { Exit } from '../exit.ts'
import { printable } from '../printable.ts'

interface Source {
  name: string
  files: string
}

/**
 * `noisefloor cve import FILE|DIR…`: sends each file that a source of CVEs knows by its name. Several files of one source are
 * additions to it, for each alone is only a part.
 */
export async function importCves(
  connection: Connection,
  paths: string[],
  { acceptLoss, json }: { acceptLoss: boolean; json: boolean },
): Promise<void> {
  const sources = accepted(await call(connection, '/api/sources/cve')) as unknown as Source[]
  const files = (await Promise.all(paths.map(filesAt))).flat()
  const known = files.flatMap((file) => {
    const source = sources.find((one) => new RegExp(one.files, 'i').test(basename(file)))
    return source ? [{ file, source: source.name }] : []
  })
  if (known.length === 0)
    throw new Exit(
      'refused',
      `No file of a CVE source there. Known: ${sources.map(({ name }) => name).join(', ')}.`,
    )
  let refused = 0
  for (const { file, source } of known) {
    const partial = known.filter((one) => one.source === source).length > 1
    const query = new URLSearchParams({
      ...(partial && { partial: 'true' }),
      ...(acceptLoss && { accept_loss: 'true' }),
    })
    const answer = await call(connection, `/api/sources/cve/${source}?${query}`, {
      method: 'POST',
      body: await openAsBlob(file),
      headers: { 'content-type': 'application/octet-stream' },
    })
    if (answer.status === 422) refused += 1
    const done = answer.status === 422 ? (answer.body as Record<string, unknown>) : accepted(answer)
    if (json) console.log(JSON.stringify({ file, source, ...done }))
    else if (answer.status === 422) console.error(printable(`${file}: not taken. ${String(done.message)}`))
    else
      console.log(
        printable(
          `${file}: ${source}, ${Number(done.rows)} rows, ${Number(done.added)} added, ${Number(done.changed)} changed, ${Number(done.removed)} removed`,
        ),
      )
  }
  if (refused > 0)
    throw new Exit('refused', `${refused} of ${known.length} files were not taken; what stood still stands.`)
}

async function filesAt(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path]
    const entries = await readdir(path, { withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(path, entry.name))
      .sort()
  } catch {
    throw new Exit('refused', `${path}: no such file or folder`)
  }
}

/** `noisefloor cve CVE-ID`: what is known of it, and who tries it here. */
export async function showCve(connection: Connection, id: string, json: boolean): Promise<void> {
  const record = accepted(await call(connection, `/v1/cve/${encodeURIComponent(id)}`))
  if (json) return console.log(JSON.stringify(record, null, 2))
  for (const [part, facts] of Object.entries(record)) {
    if (typeof facts !== 'object' || facts === null) {
      console.log(`${part.padEnd(50)}${printable(String(facts))}`)
      continue
    }
    for (const [name, value] of Object.entries(facts))
      if (value !== '') console.log(`${name.padEnd(50)}${printable(String(value))}`)
  }
  return undefined
}
