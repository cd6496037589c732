import { linksOfCommand } from '../../links.ts'
import type { Emulation, Machine, Talk } from '../emulation.ts'
import { errorPacket, okPacket, packet } from './packets.ts'
import { provedPassword } from './proof.ts'
import { answerQuery } from './query.ts'

interface State {
  step: 'greeted' | 'switched' | 'in'
  challenge: Buffer
  user: string
}

const usualVersion = '5.7.42'
const native = 'mysql_native_password'
const longestPacket = 65_536
const pluginAuth = 0x0008_0000
const lengthEncodedAuth = 0x0020_0000
const secureConnection = 0x8000
const withDatabase = 0x8
const versionOf = (talk: Talk): string => talk.options.version ?? usualVersion

const machine: Machine<State> = {
  longest: longestPacket + 4,
  begin(talk) {
    // Characters of a challenge are neither 0 nor $ (they end texts).
    const challenge = Buffer.from(talk.random(20).map((byte) => (byte % 90) + 37))
    talk.reply(greeting(versionOf(talk), challenge))
    return { step: 'greeted', challenge, user: '' }
  },
  take(state, bytes, talk) {
    if (bytes.length < 4) return -4
    const length = bytes.readUIntLE(0, 3)
    if (length > longestPacket) {
      talk.end()
      return bytes.length
    }
    if (bytes.length < length + 4) return -(length + 4)
    const payload = bytes.subarray(4, length + 4)
    const sequence = bytes[3]!
    if (state.step === 'in') command(payload, talk)
    else if (state.step === 'switched') enter(state, payload, native, sequence, talk)
    else greeted(state, payload, sequence, talk)
    return length + 4
  },
}

function greeting(version: string, challenge: Buffer): Buffer {
  // Long passwords, database at connect, protocol 4.1, transactions, secure connection, plugins, several statements; no TLS.
  const capabilities = 0x000f_a20f
  const fixed = Buffer.alloc(18)
  fixed.writeUInt16LE(capabilities & 0xffff, 0)
  fixed[2] = 33
  fixed.writeUInt16LE(2, 3)
  fixed.writeUInt16LE(capabilities >>> 16, 5)
  fixed[7] = 21
  return packet(
    0,
    Buffer.concat([
      Buffer.from([10]),
      Buffer.from(`${version}\0`),
      Buffer.from([0x2a, 3, 0, 0]),
      challenge.subarray(0, 8),
      Buffer.from([0]),
      fixed,
      challenge.subarray(8),
      Buffer.from([0]),
      Buffer.from(`${native}\0`),
    ]),
  )
}

/** HandshakeResponse41: capabilities, sizes, user, proof, database, plugin. */
function greeted(state: State, payload: Buffer, sequence: number, talk: Talk): void {
  if (payload.length < 33) {
    talk.reply(errorPacket(sequence + 1, 1043, '08S01', 'Bad handshake'))
    return talk.end()
  }
  const capabilities = payload.readUInt32LE(0)
  const endOfUser = textEnd(payload, 32)
  state.user = payload.toString('utf8', 32, endOfUser)
  let at = endOfUser + 1
  const isCounted = (capabilities & (secureConnection | lengthEncodedAuth)) !== 0
  const proofEnd = isCounted ? Math.min(payload.length, at + 1 + (payload[at] ?? 0)) : textEnd(payload, at)
  const proof = payload.subarray(isCounted ? at + 1 : at, proofEnd)
  at = isCounted ? proofEnd : proofEnd + 1
  if (capabilities & withDatabase) at = textEnd(payload, at) + 1
  const plugin =
    capabilities & pluginAuth && at < payload.length
      ? payload.toString('latin1', at, textEnd(payload, at))
      : native
  if (plugin === native || plugin === 'caching_sha2_password')
    return enter(state, proof, plugin, sequence, talk)
  state.step = 'switched'
  const wanted = Buffer.concat([Buffer.from(`\xfe${native}\0`, 'latin1'), state.challenge, Buffer.from([0])])
  talk.reply(packet(sequence + 1, wanted))
}

function enter(state: State, proof: Buffer, plugin: string, sequence: number, talk: Talk): void {
  const password = provedPassword(talk.credentials, state.user, plugin, state.challenge, proof)
  talk.login(state.user, password ?? '', password !== null)
  if (password !== null) {
    state.step = 'in'
    return talk.reply(okPacket(sequence + 1))
  }
  const user = state.user.slice(0, 80)
  const used = proof.length > 0 ? 'YES' : 'NO'
  talk.reply(
    errorPacket(
      sequence + 1,
      1045,
      '28000',
      `Access denied for user '${user}'@'%' (using password: ${used})`,
    ),
  )
  talk.end()
}

function command(payload: Buffer, talk: Talk): void {
  const kind = payload[0]
  if (kind === 1) return talk.end()
  if (kind === 3) {
    const sql = payload.toString('utf8', 1)
    talk.command(sql)
    talk.links(linksOfCommand(sql))
    return talk.reply(answerQuery(sql, talk, versionOf(talk)))
  }
  // Change database, ping.
  if (kind === 2 || kind === 14) return talk.reply(okPacket(1))
  talk.reply(errorPacket(1, 1047, '08S01', 'Unknown command'))
}

const textEnd = (bytes: Buffer, from: number): number => {
  const end = bytes.indexOf(0, Math.min(from, bytes.length))
  return end < 0 ? bytes.length : end
}

export const mysql: Emulation = { stream: machine }
