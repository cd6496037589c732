import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** Where a data package of npm lies and which version it has; null when it is not installed. */
export const dataPackage = (name: string): { version: string; file: (name: string) => string } | null => {
  try {
    const manifest = require.resolve(`${name}/package.json`)
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
    return { version, file: (file) => join(dirname(manifest), file) }
  } catch {
    return null
  }
}
