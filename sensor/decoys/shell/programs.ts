import { echo } from './echo.ts'
import type { Program } from './program.ts'

const silent: Program = () => ''
const nothingToSay = `
  chmod chown cp dd enable export fi done kill killall linuxshell ln mkdir mount mv nohup pkill rmdir set shell sleep sync system touch
  true ulimit umount unset iptables systemctl service crontab passwd history sed awk grep egrep tar gunzip unzip stty trap for while if
  chattr`
  .trim()
  .split(/\s+/)
const isOption = (word: string): boolean => word.startsWith('-')

const fetched: Program = (words, shell) => {
  const place = words.filter((word) => !isOption(word)).at(-1)
  const name = place?.split(/[?#]/)[0]?.split('/').at(-1) || 'index.html'
  // As if it had come: nothing is fetched, and whoever sent the command goes on to the next.
  shell.write(name, '', false)
  return ''
}

const cat: Program = (words, shell, input) =>
  words.filter((word) => !isOption(word)).length === 0
    ? input
    : words
        .filter((word) => !isOption(word))
        .map((path) => shell.read(path) ?? `cat: ${path}: No such file or directory\n`)
        .join('')

const firstLines: Program = (words, shell, input) => {
  const files = words.filter((word) => !isOption(word) && !/^\d+$/.test(word))
  return cat(files, shell, input).split('\n').slice(0, 10).join('\n')
}

const uname: Program = (words, shell) => {
  const parts = {
    s: 'Linux',
    n: shell.host,
    r: '4.9.37',
    v: '#1 SMP PREEMPT',
    m: shell.machine,
    o: 'GNU/Linux',
  }
  const asked = words.filter(isOption).join('')
  if (asked.includes('a')) return `${Object.values(parts).join(' ')}\n`
  const chosen = Object.entries(parts).filter(([letter]) => asked.includes(letter))
  return `${chosen.length > 0 ? chosen.map(([, part]) => part).join(' ') : parts.s}\n`
}

/** Programs by name; a busybox has them as its applets. */
export const programs: ReadonlyMap<string, Program> = new Map<string, Program>([
  ...nothingToSay.map((name): [string, Program] => [name, silent]),
  ['echo', echo],
  ['printf', (words) => echo(['-ne', words.join(' ')])],
  ['cat', cat],
  ['head', firstLines],
  ['tail', firstLines],
  ['more', cat],
  ['uname', uname],
  ['whoami', (_, shell) => `${shell.user}\n`],
  ['hostname', (_, shell) => `${shell.host}\n`],
  [
    'id',
    (_, { user }) =>
      user === 'root' ? 'uid=0(root) gid=0(root) groups=0(root)\n' : `uid=1000(${user}) gid=1000(${user})\n`,
  ],
  ['pwd', (_, shell) => `${shell.folder}\n`],
  ['cd', (words, shell) => shell.enter(words[0] ?? '/')],
  ['nproc', () => '1\n'],
  ['arch', (_, shell) => `${shell.machine}\n`],
  ['uptime', () => ' 11:20:41 up 10 days,  5:20,  1 user,  load average: 0.08, 0.03, 0.05\n'],
  ['w', () => ' 11:20:41 up 10 days,  5:20,  1 user,  load average: 0.08, 0.03, 0.05\n'],
  [
    'free',
    () =>
      '             total       used       free     shared    buffers\nMem:        252412     160568      91844          0       8412\n',
  ],
  [
    'df',
    () =>
      'Filesystem           1K-blocks      Used Available Use% Mounted on\n/dev/root               15104     15104         0 100% /\ntmpfs                  126204        12    126192   0% /tmp\n',
  ],
  [
    'ps',
    () =>
      '  PID USER       VSZ STAT COMMAND\n    1 root      1372 S    init\n  412 root      1372 S    -sh\n',
  ],
  ['ls', (words, shell) => shell.list(words)],
  ['rm', (words, shell) => (words.forEach((word) => shell.remove(word)), '')],
  [
    'which',
    (words) =>
      words
        .filter((word) => programs.has(word))
        .map((word) => `/bin/${word}\n`)
        .join(''),
  ],
  ['wget', fetched],
  ['curl', fetched],
  ['tftp', fetched],
  ['ftpget', fetched],
  ['busybox', (words, shell, input) => busybox(words, shell, input)],
  ['sudo', (words, shell, input) => shell.call(words, input)],
  ['sh', (words, shell, input) => shell.inner(words, input)],
  ['bash', (words, shell, input) => shell.inner(words, input)],
  ['ash', (words, shell, input) => shell.inner(words, input)],
  ['do', (words, shell, input) => shell.call(words, input)],
  ['then', (words, shell, input) => shell.call(words, input)],
])

/** Worms ask it for an applet that nobody has and wait for exactly this answer: so they know that it is a busybox. */
const busybox: Program = (words, shell, input) => {
  const [applet, ...rest] = words
  if (applet === undefined)
    return `BusyBox v1.24.1 () multi-call binary.\n\nUsage: busybox [function [arguments]...]\n\nCurrently defined functions:\n\t${[...programs.keys()].sort().join(', ')}\n`
  const program = programs.get(applet)
  return program === undefined ? `${applet}: applet not found\n` : program(rest, shell, input)
}
