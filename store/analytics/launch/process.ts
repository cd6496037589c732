import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { engineLibrary } from './library.ts'

/** The engine's process as its parent sees it. */
export interface Child {
  pid: number | undefined
  gone: Promise<void>
  isGone(): boolean
  /** The last 8 KiB it said. */
  stderr(): string
  onLine(listener: (line: string) => void): void
  closeInput(): void
  kill(): void
}

/**
 * Starts child.ts. `dir` is the only folder it may write, `ports` the only TCP ports it may use.
 */
export function startProcess(dir: string, ports: readonly number[], args: readonly string[]): Child {
  const script = fileURLToPath(new URL('./child.ts', import.meta.url))
  // Detached, because a shutdown inside the engine signals its whole process group; an empty environment,
  // because the engine would pick credentials of outside services from it.
  const child = spawn(process.execPath, [script, engineLibrary(), dir, ports.join(','), ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
    env: { TZ: 'UTC' },
  })
  let tail = ''
  let listener: (line: string) => void = () => undefined
  createInterface({ input: child.stderr }).on('line', (line) => {
    tail = `${tail}${line}\n`.slice(-8192)
    listener(line)
  })
  child.stdin.on('error', () => undefined)
  let gone = false
  return {
    pid: child.pid,
    gone: new Promise((resolve) => {
      const end = (): void => {
        gone = true
        resolve()
      }
      child.once('close', end)
      child.once('error', (error) => {
        tail += error.message
        end()
      })
    }),
    isGone: () => gone,
    stderr: () => tail,
    onLine: (next) => {
      listener = next
    },
    closeInput: () => child.stdin.end(),
    kill: () => child.kill('SIGKILL'),
  }
}
