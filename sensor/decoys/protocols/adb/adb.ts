import { Allowance, Shell } from '../../shell/shell.ts'
import { firstLine, Terminal } from '../../shell/terminal.ts'
import type { Emulation, Machine, Talk } from '../emulation.ts'

interface Stream {
  shell: Shell
  terminal: Terminal
}

interface State {
  /** Streams by the client's number, with their terminal when a shell was asked for. */
  streams: Map<number, Stream>
  /** The rest of a message whose head was taken: it is typed line by line. */
  typing: { stream: Stream; from: number; to: number; left: number } | null
  nextId: number
  allowance: Allowance
}

const longestData = 65_536
const mostStreams = 16
const headLength = 24

/** Android's debug bridge: 24 bytes of head (command, two arguments, length, sum, command inverted) and data. */
const machine: Machine<State> = {
  longest: longestData + headLength,
  begin: () => ({ streams: new Map(), typing: null, nextId: 1, allowance: new Allowance() }),
  take(state, bytes, talk) {
    if (state.typing !== null) return typed(state, state.typing, bytes, talk)
    if (bytes.length < headLength) return -headLength
    const command = bytes.toString('latin1', 0, 4)
    const length = bytes.readUInt32LE(12)
    if (!/^[A-Z]{4}$/.test(command) || length > longestData) {
      talk.end()
      return bytes.length
    }
    const total = headLength + length
    if (bytes.length < total) return -total
    handle(
      state,
      command,
      bytes.readUInt32LE(4),
      bytes.readUInt32LE(8),
      bytes.subarray(headLength, total),
      talk,
    )
    return state.typing === null ? total : headLength
  },
}

function typed(state: State, typing: NonNullable<State['typing']>, bytes: Buffer, talk: Talk): number {
  const { stream, from, to } = typing
  const line = firstLine(bytes.subarray(0, typing.left))
  stream.terminal.type(line.toString('latin1'))
  typing.left -= line.length
  if (typing.left === 0) {
    state.typing = null
    if (stream.shell.isOver) close(state, from, to, talk)
  }
  return line.length
}

function handle(state: State, command: string, from: number, to: number, data: Buffer, talk: Talk): void {
  if (command === 'CNXN') {
    const name = talk.options.hostname ?? 'generic'
    const about = `device::ro.product.name=${name};ro.product.model=${name};ro.product.device=${name};features=cmd,stat_v2;`
    // Version without checksums needed, 4096 bytes of data at once.
    return talk.reply(sent('CNXN', 0x0100_0000, 4096, Buffer.from(`${about}\0`)))
  }
  if (command === 'OPEN') return open(state, from, data.toString('utf8').replace(/\0+$/, ''), talk)
  if (command === 'WRTE') {
    talk.reply(sent('OKAY', to, from))
    const stream = state.streams.get(from)
    if (stream !== undefined && data.length > 0) state.typing = { stream, from, to, left: data.length }
  } else if (command === 'CLSE') state.streams.delete(from)
}

function open(state: State, from: number, service: string, talk: Talk): void {
  const id = state.nextId++
  if (state.streams.size >= mostStreams || !/^(shell|exec)[,:]/.test(service)) {
    talk.command(service)
    return talk.reply(sent('CLSE', 0, from))
  }
  const command = service.slice(service.indexOf(':') + 1)
  const shell = new Shell(talk, 'shell', state.allowance)
  const write = (text: string) => {
    for (let at = 0; at < text.length; at += 4096)
      talk.reply(sent('WRTE', id, from, Buffer.from(text.slice(at, at + 4096), 'latin1')))
  }
  talk.reply(sent('OKAY', id, from))
  if (command === '') {
    const terminal = new Terminal(shell, write, true)
    state.streams.set(from, { shell, terminal })
    terminal.prompt()
  } else {
    write(shell.run(command))
    close(state, from, id, talk)
  }
}

function close(state: State, from: number, id: number, talk: Talk): void {
  state.streams.delete(from)
  talk.reply(sent('CLSE', id, from))
}

function sent(command: string, first: number, second: number, data = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(headLength)
  head.write(command, 'latin1')
  head.writeUInt32LE(first >>> 0, 4)
  head.writeUInt32LE(second >>> 0, 8)
  head.writeUInt32LE(data.length, 12)
  head.writeUInt32LE(data.reduce((sum, byte) => sum + byte, 0) >>> 0, 16)
  head.writeUInt32LE((head.readUInt32LE(0) ^ 0xffff_ffff) >>> 0, 20)
  return Buffer.concat([head, data])
}

export const adb: Emulation = { stream: machine }
