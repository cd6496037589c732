import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * Runs a worker of this folder until it ends, or until `untilKill` resolves, counted from its "ready"; `heard` gets each
 * line it says.
 */
export async function runWorker(
  name: string,
  parameters: string[],
  heard: (line: string) => void,
  untilKill: (() => Promise<unknown>) | null,
): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--no-warnings', fileURLToPath(new URL(name, import.meta.url)), ...parameters],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const ended = once(lines, 'close')
  let killed = false
  lines.on('line', (line) => {
    heard(line)
    if (line === 'ready' && untilKill)
      void untilKill().then(() => {
        killed = true
        child.kill('SIGKILL')
      })
  })
  const [code] = await exited
  await ended
  if (!killed && code !== 0) throw new Error(`The worker ended by itself with ${String(code)}.`)
}
