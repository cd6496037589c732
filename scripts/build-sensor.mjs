// The agent as one file for other hosts (Node 20 or newer, nothing beside it), and its SHA-256: build/sensor/agent.mjs, or in the
// folder that is named.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

// ssh2 is CommonJS and asks where it lies; it reads nothing from there.
const commonJs = 'const __dirname = new URL(".", import.meta.url).pathname'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = resolve(process.argv[2] ?? join(root, 'build', 'sensor'))
// A server that runs meanwhile hands out what lies in the folder: it is there whole, the old one or the new.
const making = `${folder}.making`
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  // Native parts of packages are optional there, and no file of ours.
  ssr: { noExternal: true, external: ['cpu-features'] },
  build: {
    ssr: 'sensor/main.ts',
    outDir: making,
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
    minify: false,
    // The native part of ssh2 where somebody's install made it: it goes on without.
    rolldownOptions: {
      external: [/\.node$/],
      output: { entryFileNames: 'agent.mjs', codeSplitting: false, banner: commonJs },
    },
  },
})
const code = readFileSync(join(making, 'agent.mjs'))
writeFileSync(
  join(making, 'agent.mjs.sha256'),
  `${createHash('sha256').update(code).digest('hex')}  agent.mjs\n`,
)
mkdirSync(folder, { recursive: true })
for (const name of ['agent.mjs', 'agent.mjs.sha256']) renameSync(join(making, name), join(folder, name))
rmSync(making, { recursive: true })
