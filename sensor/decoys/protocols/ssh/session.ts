import type { Channel, Connection, Session } from 'ssh2/lib/server.js'
import { Shell } from '../../shell/shell.ts'
import { Terminal } from '../../shell/terminal.ts'
import type { Talk } from '../emulation.ts'

/** Sessions that one connection may open (RFC 4254 §6.1). */
const mostSessions = 10
const sessionsOf = new WeakMap<Connection, number>()

export function openSession(session: Session, talk: Talk, user: string, connection: Connection): void {
  const count = (sessionsOf.get(connection) ?? 0) + 1
  sessionsOf.set(connection, count)
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
    const channel = count > mostSessions ? undefined : accept?.()
    if (channel === undefined) return void reject?.()
    // What is sent to the program's input is on the wire, and goes nowhere.
    channel.on('error', () => {}).resume()
    const printed = new Shell(talk, user).run(command)
    channel.write(hasTerminal ? printed.replaceAll('\n', '\r\n') : printed, 'latin1')
    finish(channel)
  })
  session.on('shell', (accept, reject) => {
    const channel = count > mostSessions ? undefined : accept?.()
    if (channel === undefined) return void reject?.()
    openShell(channel, new Shell(talk, user), hasTerminal)
  })
}

function openShell(channel: Channel, shell: Shell, hasTerminal: boolean): void {
  const terminal = new Terminal(shell, (text) => channel.write(text, 'latin1'), hasTerminal)
  channel.on('error', () => {})
  channel.on('data', (keys: Buffer) => {
    terminal.type(keys.toString('latin1'))
    if (shell.isOver) finish(channel)
  })
  channel.on('end', () => finish(channel))
  if (hasTerminal) terminal.prompt()
}

function finish(channel: Channel): void {
  if (channel.writableEnded) return
  channel.exit(0)
  channel.end()
}
