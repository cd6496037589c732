import { execFile, spawnSync } from 'node:child_process'

/** Whether a program of the system is there to speak with the decoys. */
export const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Runs a real client and gives what it printed, whatever its end. */
export const ran = (
  program: string,
  words: readonly string[],
  input = '',
  env: Record<string, string> = {},
): Promise<string> =>
  new Promise((resolve) => {
    const child = execFile(
      program,
      words,
      { timeout: 60_000, env: { ...process.env, LC_ALL: 'C', ...env } },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
