import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Node keeps what it made of the modules here: beside what npm installed, so that an install begins anew. It checks each entry
 * against the module's text and the entry's own sum, and reads the module itself where either differs.
 */
const usual = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'noisefloor', 'modules')

/** What the first pages and rounds of work compiled besides is kept, too. */
const settledMs = 10_000

/**
 * From here on modules are read from the cache, in this process and, by the environment, in its threads; whoever starts it with a
 * cache of their own, or without any, has their will. Where the folder cannot be written all goes on without. `npm start` names the
 * folder to Node itself: then the first modules come from it as well, and what takes the types out of them is never loaded (18 MB).
 */
export function cacheCompiledModules(environment: NodeJS.ProcessEnv, folder = usual): void {
  if (environment['NODE_DISABLE_COMPILE_CACHE']) return
  if (environment['NODE_COMPILE_CACHE'] === undefined) {
    const { directory } = enableCompileCache(folder)
    if (directory === undefined) return
    environment['NODE_COMPILE_CACHE'] = folder
  }
  // Who is killed writes nothing at its end.
  setTimeout(flushCompileCache, settledMs).unref()
}
