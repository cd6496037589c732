import type { Talk } from '../emulation.ts'
import {
  authenticated,
  challengeOf,
  fileTime,
  isWrapped,
  ntlmAnswer,
  ntlmIn,
  ntlmOffer,
} from '../ntlm/ntlm.ts'
import { status } from './status.ts'

const headLength = 64
const [negotiate, sessionSetup, logoff, treeConnect, treeDisconnect, echo] = [0, 1, 2, 3, 4, 13]
const sessionId = 0x4000_0401

/** @returns the answer to one message of SMB 2 (MS-SMB2 §2.2); null hangs up */
export function answerSmb2(asked: Buffer, state: { isIn: boolean }, talk: Talk): Buffer | null {
  const command = asked.readUInt16LE(12)
  const body = asked.subarray(headLength)
  switch (command) {
    case negotiate:
      return negotiated(asked, body, talk)
    case sessionSetup:
      return setUp(asked, state, talk)
    case treeConnect: {
      const path = fieldOf(asked, 4).toString('utf16le').slice(0, 400)
      talk.command(`tree connect ${path}`)
      if (!state.isIn) return refused(asked, status.accessDenied)
      if (!/\\IPC\$$/i.test(path)) return refused(asked, status.badNetworkName)
      // A pipe share, with the rights to read it.
      return answered(
        asked,
        status.success,
        Buffer.from([16, 0, 2, 0, 0x30, 0, 0, 0, 0, 0, 0, 0, 0xa9, 0, 0x12, 0]),
        1,
      )
    }
    case logoff:
    case treeDisconnect:
    case echo:
      return answered(asked, status.success, Buffer.from([4, 0, 0, 0]))
    default:
      return refused(asked, state.isIn ? status.notSupported : status.accessDenied)
  }
}

function negotiated(asked: Buffer, body: Buffer, talk: Talk): Buffer {
  const count = Math.min(body.length >= 4 ? body.readUInt16LE(2) : 0, 64)
  const dialects: number[] = []
  for (let at = 36; dialects.length < count && at + 2 <= body.length; at += 2)
    dialects.push(body.readUInt16LE(at))
  const chosen = [0x0210, 0x0202, 0x0300, 0x0302].find((one) => dialects.includes(one))
  return chosen === undefined ? refused(asked, status.notSupported) : negotiation(asked, chosen, talk)
}

/** Also the answer to a negotiation that began with SMB 1 and named SMB 2. */
export function negotiation(asked: Buffer | null, dialect: number, talk: Talk): Buffer {
  const offer = ntlmOffer()
  const body = Buffer.alloc(headLength)
  body.writeUInt16LE(65, 0)
  body.writeUInt16LE(1, 2)
  body.writeUInt16LE(dialect, 4)
  talk.random(16).copy(body, 8)
  body.writeUInt32LE(1, 24)
  for (const at of [28, 32, 36]) body.writeUInt32LE(1 << 20, at)
  fileTime(talk.now()).copy(body, 40)
  body.writeUInt16LE(headLength + headLength, 56)
  body.writeUInt16LE(offer.length, 58)
  return answered(asked, status.success, Buffer.concat([body, offer]))
}

function setUp(asked: Buffer, state: { isIn: boolean }, talk: Talk): Buffer {
  const blob = fieldOf(asked, 12)
  const ntlm = ntlmIn(blob)
  if (ntlm?.kind === 1) {
    const challenge = challengeOf(talk)
    return setUpAnswer(asked, status.moreProcessing, isWrapped(blob) ? ntlmAnswer(challenge) : challenge, 0)
  }
  if (ntlm?.kind !== 3) return refused(asked, status.logonFailure)
  state.isIn = authenticated(ntlm.message, talk)
  return state.isIn
    ? setUpAnswer(asked, status.success, Buffer.alloc(0), 1)
    : refused(asked, status.logonFailure)
}

function setUpAnswer(asked: Buffer, code: number, blob: Buffer, flags: number): Buffer {
  const body = Buffer.alloc(8)
  body.writeUInt16LE(9, 0)
  // A guest: nothing has to be signed.
  body.writeUInt16LE(flags, 2)
  body.writeUInt16LE(headLength + 8, 4)
  body.writeUInt16LE(blob.length, 6)
  return answered(asked, code, Buffer.concat([body, blob]))
}

const refused = (asked: Buffer, code: number): Buffer =>
  answered(asked, code, Buffer.from([9, 0, 0, 0, 0, 0, 0, 0, 0]))

function answered(asked: Buffer | null, code: number, body: Buffer, tree = 0): Buffer {
  const head = Buffer.alloc(headLength)
  head.write('\xfeSMB', 'latin1')
  head.writeUInt16LE(headLength, 4)
  head.writeUInt32LE(code, 8)
  head.writeUInt16LE(1, 14)
  head[16] = 1
  if (asked !== null) {
    asked.copy(head, 12, 12, 14)
    asked.copy(head, 24, 24, 36)
    if (asked.readUInt16LE(12) !== negotiate) head.writeUInt32LE(sessionId, 40)
  }
  if (tree !== 0) head.writeUInt32LE(tree, 36)
  return Buffer.concat([head, body])
}

/** Bytes that a body points at by offset (from the head) and length, two bytes each. */
function fieldOf(asked: Buffer, at: number): Buffer {
  if (asked.length < headLength + at + 4) return Buffer.alloc(0)
  const offset = asked.readUInt16LE(headLength + at)
  return asked.subarray(offset, offset + asked.readUInt16LE(headLength + at + 2))
}
