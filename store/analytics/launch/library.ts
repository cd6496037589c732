import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Where the engine's shared library lies: in the optional package of this platform (glibc on Linux, macOS).
 * @throws Error that names the missing package and the way out, CLICKHOUSE_URL.
 */
export function engineLibrary(): string {
  const libc = process.platform === 'linux' ? '-gnu' : ''
  const name = `@chdb/lib-${process.platform}-${process.arch}${libc}`
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
    return join(dirname(manifest), 'libchdb.so')
  } catch {
    throw new Error(
      `The embedded engine needs the package ${name}; without it, point CLICKHOUSE_URL at a server.`,
    )
  }
}
