import type { Duplex } from 'node:stream'
import type { Channel, Session } from 'ssh2/lib/server.js'
import { type Allowance, Shell } from '../../shell/shell.ts'
import { firstLine, Terminal } from '../../shell/terminal.ts'
import type { Talk } from '../emulation.ts'

/** Bytes of a shell's answers that wait for a client who does not read; then the shell is over. */
const mostUnread = 262_144

/** Who came in, and what he is talked with over. */
export interface Visitor {
  talk: Talk
  user: string
  allowance: Allowance
  wire: Duplex
}

export function openSession(session: Session, { talk, user, allowance, wire }: Visitor): void {
  let hasTerminal = false
  session.on('pty', (accept) => {
    hasTerminal = true
    accept?.()
  })
  session.on('env', (accept) => accept?.())
  session.on('window-change', (accept) => accept?.())
  session.on('signal', (accept) => accept?.())
  session.on('subsystem', (_accept, reject, { name }) => {
    talk.command(`subsystem ${name}`)
    reject?.()
  })
  session.on('exec', (accept, reject, { command }) => {
    const channel = accept?.()
    if (channel === undefined) return void reject?.()
    // What is sent to the program's input is on the wire, and goes nowhere.
    channel.on('error', () => {}).resume()
    const printed = new Shell(talk, user, allowance).run(command)
    channel.write(hasTerminal ? printed.replaceAll('\n', '\r\n') : printed, 'latin1')
    finish(channel)
  })
  session.on('shell', (accept, reject) => {
    const channel = accept?.()
    if (channel === undefined) return void reject?.()
    openShell(channel, wire, new Shell(talk, user, allowance), hasTerminal)
  })
}

function openShell(channel: Channel, wire: Duplex, shell: Shell, hasTerminal: boolean): void {
  const write = (text: string) => {
    if (channel.writableLength > mostUnread) shell.isOver = true
    else channel.write(text, 'latin1')
  }
  const terminal = new Terminal(shell, write, hasTerminal)
  let waiting: Buffer = Buffer.alloc(0)
  // The library holds back nothing within the window, which a visitor may make as wide as he likes.
  const goOn = () => {
    while (waiting.length > 0 && !shell.isOver && wire.writable && !wire.writableNeedDrain) {
      const line = firstLine(waiting)
      waiting = waiting.subarray(line.length)
      terminal.type(line.toString('latin1'))
    }
    if (shell.isOver) finish(channel)
    else if (waiting.length === 0) channel.resume()
    else {
      channel.pause()
      wire.once('drain', goOn)
    }
  }
  channel.on('error', () => {})
  channel.on('data', (keys: Buffer) => {
    const isWaiting = waiting.length > 0
    waiting = isWaiting ? Buffer.concat([waiting, keys]) : keys
    if (!isWaiting) goOn()
  })
  // Nor is the end heard before what waits is answered: the channel is paused.
  channel.on('end', () => finish(channel))
  if (hasTerminal) terminal.prompt()
}

function finish(channel: Channel): void {
  if (channel.writableEnded) return
  channel.exit(0)
  channel.end()
}
