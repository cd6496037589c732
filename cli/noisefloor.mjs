#!/usr/bin/env node
// Runs on whatever Node the machine has; hands over to the project's own Node, which reads TypeScript.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** For most systems the packages hold none. */
function nodeOf() {
  const ours = at('node_modules/.bin/node')
  if (existsSync(ours)) return ours
  // Written when all packages are there (scripts/bootstrap.mjs).
  if (!existsSync(at('node_modules/.noisefloor-lock')))
    throw new Error('Nothing is installed in this clone yet: run npm start first.')
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error(`This is Node ${process.versions.node}: install Node 24 or newer.`)
}

let node
try {
  node = nodeOf()
} catch (error) {
  console.error(error.message)
  process.exit(2)
}
const child = spawn(node, [at('cli/main.ts'), ...process.argv.slice(2)], {
  // The channel closes when this process dies, however it dies, and main.ts ends with it.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
})
