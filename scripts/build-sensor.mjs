// The agent as one file for other hosts (Node 20 or newer, nothing beside it): build/sensor/agent.mjs and its SHA-256.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'build', 'sensor')
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  // Native parts of packages are optional there, and no file of ours.
  ssr: { noExternal: true, external: ['cpu-features'] },
  build: {
    ssr: 'sensor/main.ts',
    outDir: folder,
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'agent.mjs', codeSplitting: false } },
  },
})
const code = readFileSync(join(folder, 'agent.mjs'))
writeFileSync(
  join(folder, 'agent.mjs.sha256'),
  `${createHash('sha256').update(code).digest('hex')}  agent.mjs\n`,
)
