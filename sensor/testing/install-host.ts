import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'

/** What the scripts use of every host. */
const tools =
  'sh sed grep mkdir cut sha256sum tr tail dirname cat chmod mv rm rmdir uname curl env tee'.split(' ')

export const programOf = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

export interface InstallHost {
  root: string
  /** Every call of a program that stands in for the system's, as one line. */
  calls(): Promise<string[]>
  run(shell: readonly string[], script: string, ...args: string[]): Promise<{ code: number; said: string }>
  /** A program of the host that does `lines` after it was written down. */
  program(name: string, lines?: string): Promise<void>
}

/**
 * A host below a folder: the real shell and tools, and programs of the system (packages, services, users) that write down how they were
 * called. Its users are ours, so that what a sensor's user does is done.
 */
export async function installHost(root: string): Promise<InstallHost> {
  const bin = join(root, 'host-bin')
  const log = join(root, 'host-calls')
  await mkdir(bin, { recursive: true })
  await mkdir(join(root, 'etc/ssh'), { recursive: true })
  await writeFile(join(root, 'etc/ssh/sshd_config'), 'Include /etc/ssh/sshd_config.d/*.conf\n#Port 22\n')
  await writeFile(log, '')
  for (const tool of tools) {
    const path = programOf(tool)
    if (path) await symlink(path, join(bin, tool))
  }
  const program = async (name: string, lines = ''): Promise<void> => {
    await writeFile(join(bin, name), `#!/bin/sh\necho "${name} $*" >>'${log}'\n${lines}\n`)
    await chmod(join(bin, name), 0o755)
  }
  if (!programOf('curl')) await program('curl', `exec '${process.execPath}' -e '${likeCurl}' -- "$@"`)
  const users = join(root, 'host-users')
  await program('id', `[ "$1" = -u ] && { echo 0; exit; }\n[ -f '${users}' ]`)
  await program('useradd', `: >'${users}'`)
  await program('userdel', `rm -f '${users}'`)
  await program('chown')
  await program('su', 'exec sh -c "$5"')
  await program('sshd')
  return {
    root,
    program,
    calls: async () =>
      (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('id ')),
    async run([shell = '', ...more], script, ...args) {
      const child = spawn(shell, [...more, '-s', '--', ...args], {
        env: { PATH: bin, NOISEFLOOR_ROOT: root },
        stdio: ['pipe', 'ignore', 'pipe'],
      })
      child.stdin.end(script)
      const said = text(child.stderr)
      const code = await new Promise<number>((resolve) => child.once('exit', (of) => resolve(of ?? 1)))
      return { code, said: await said }
    },
  }
}

/** As much of curl as the scripts use, for machines of tests without it. */
const likeCurl = `
const { values, positionals } = require("node:util").parseArgs({ strict: false, allowPositionals: true, options: {
  o: { type: "string", short: "o" }, D: { type: "string", short: "D" }, proto: { type: "string" } } })
fetch(positionals.at(-1)).then(async (answer) => {
  const write = require("node:fs").writeFileSync
  if (values.D) write(values.D, [...answer.headers].map(([name, value]) => name + ": " + value + "\\r\\n").join(""))
  write(values.o, Buffer.from(await answer.arrayBuffer()))
  process.exitCode = answer.ok ? 0 : 22
})`
