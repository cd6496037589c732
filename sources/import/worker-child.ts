import { allSources } from '../catalogue/address-sources.ts'
import { SourceRefused } from '../refused.ts'
import { type Reply, request } from './worker.ts'
import { importAddressSource } from './import-files.ts'

/** The other side of `takeFactsApart`: one source, one answer, and an end. Dies with who asked. */
process.once('disconnect', () => process.exit(1))
process.once('message', async (message) => {
  const reply = await answer(message)
  process.send?.(reply, undefined, undefined, () => process.exit(0))
})

async function answer(message: unknown): Promise<Reply> {
  try {
    const { source: name, files, take } = request.parse(message)
    const source = allSources.find((one) => one.name === name)
    if (!source) return { ok: false, reason: `There is no source ${name}` }
    return { ok: true, imported: await importAddressSource(source, files, take) }
  } catch (error) {
    if (error instanceof SourceRefused) return { ok: false, reason: error.message }
    return { ok: false, reason: `cannot be taken: ${error instanceof Error ? error.message : String(error)}` }
  }
}
