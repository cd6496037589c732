import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { engineLibrary } from './library.ts'

/** The engine's process as its parent sees it. */
export interface Child {
  pid: number | undefined
  /** `signal`: what ended it; null when it ended by itself. */
  gone: Promise<{ signal: NodeJS.Signals | null }>
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
      const end = (signal: NodeJS.Signals | null): void => {
        gone = true
        resolve({ signal })
      }
      child.once('close', (_, signal) => end(signal))
      child.once('error', (error) => {
        tail += error.message
        end(null)
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
