#!/usr/bin/env node
// Runs on whatever Node the machine has; hands over to the project's own Node, which reads TypeScript.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const node = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
if (!existsSync(node)) {
  console.error('Nothing is installed in this clone yet: run npm start first.')
  process.exit(2)
}
const child = spawn(node, [fileURLToPath(new URL('main.ts', import.meta.url)), ...process.argv.slice(2)], {
  // The channel closes when this process dies, however it dies, and main.ts ends with it.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
})
