import { expect, it } from 'vitest'
import { Rehearsal } from '../../testing/rehearsal.ts'
import { telnet } from './telnet.ts'

const talk = (...said: (string | Uint8Array)[]) =>
  new Rehearsal('telnet', { hostname: 'dvr', prompt: '# ' }, [{ user: 'root', password: 'xc3511' }]).hear(
    telnet.stream!,
    ...said,
  )
const shown = ({ replied }: Rehearsal) => replied.toString('latin1').slice(6)

it('asks for user and password, echoes the user only, and opens a shell', () => {
  const heard = talk('root\r\n', 'xc3511\r\n', 'id\r\n', '/bin/busybox ECCHI\r\n', 'exit\r\n')
  expect(shown(heard)).toBe(
    'dvr login: root\r\nPassword: \r\n\r\n# id\r\nuid=0(root) gid=0(root) groups=0(root)\r\n# /bin/busybox ECCHI\r\nECCHI: applet not found\r\n# exit\r\n',
  )
  expect(heard.isOver).toBe(true)
  expect(heard.events).toMatchObject([
    { kind: 'login', user: 'root', password: 'xc3511', accepted: true },
    { kind: 'command', text: 'id' },
    { kind: 'command', text: '/bin/busybox ECCHI' },
    { kind: 'command', text: 'exit' },
  ])
})

it('lets a worm send all at once, with any end of a line', () => {
  for (const end of ['\n', '\r', '\r\n', '\r\0'])
    expect(shown(talk(['root', 'xc3511', 'echo a'].map((line) => line + end).join('')))).toMatch(
      /# echo a\r\na\r\n# $/,
    )
})

it('hangs up after three wrong passwords', () => {
  const heard = talk('a\r\nb\r\na\r\nb\r\na\r\nb\r\na\r\n')
  expect(shown(heard).match(/Login incorrect/g)).toHaveLength(3)
  expect(heard.events).toHaveLength(3)
  expect(heard.isOver).toBe(true)
})

it('agrees to no option but those it offered', () => {
  const heard = talk(
    Buffer.from([0xff, 0xfd, 1, 0xff, 0xfd, 31, 0xff, 0xfb, 24, 0xff, 0xfa, 24, 0, 65, 0xff, 0xf0]),
  )
  expect(heard.replies.slice(2)).toEqual([Buffer.from([0xff, 0xfc, 31]), Buffer.from([0xff, 0xfe, 24])])
})
