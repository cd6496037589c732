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
import { negotiation } from './smb2.ts'
import { status } from './status.ts'

const headLength = 32
const [negotiate, sessionSetup, treeConnect, treeDisconnect, transaction, transaction2, echo, logoff] = [
  0x72, 0x73, 0x75, 0x71, 0x25, 0x32, 0x2b, 0x74,
]
const noAndX = [0xff, 0, 0, 0]
const extendedSecurity = 0x0800
const nothing = Buffer.alloc(0)

interface Parts {
  words: Buffer
  bytes: Buffer
}

/** @returns the answer to one message of SMB 1 (MS-CIFS §2.2.4); null hangs up */
export function answerSmb1(asked: Buffer, state: { isIn: boolean }, talk: Talk): Buffer | null {
  const parts = partsOf(asked)
  if (parts === null) return null
  switch (asked[4]) {
    case negotiate:
      return negotiated(asked, parts, talk)
    case sessionSetup:
      return setUp(asked, parts, state, talk)
    case treeConnect: {
      talk.command(`tree connect ${pathOf(asked, parts)}`)
      return answered(asked, status.success, Buffer.from([...noAndX, 1, 0]), Buffer.from('IPC\0\0'), {
        tree: 0x0800,
      })
    }
    case transaction:
      talk.command('transaction')
      return answered(asked, status.insufficientResources)
    case transaction2:
      talk.command('transaction2')
      return answered(asked, status.notImplemented)
    case echo:
      return answered(asked, status.success, Buffer.from([1, 0]), parts.bytes.subarray(0, 512))
    case treeDisconnect:
    case logoff:
      return answered(asked, status.success)
    default:
      return answered(asked, status.accessDenied)
  }
}

function partsOf(asked: Buffer): Parts | null {
  const count = asked[headLength]
  if (count === undefined) return null
  const wordsEnd = headLength + 1 + count * 2
  if (asked.length < wordsEnd + 2) return null
  const length = asked.readUInt16LE(wordsEnd)
  return {
    words: asked.subarray(headLength + 1, wordsEnd),
    bytes: asked.subarray(wordsEnd + 2, wordsEnd + 2 + length),
  }
}

function negotiated(asked: Buffer, { bytes }: Parts, talk: Talk): Buffer | null {
  const dialects = bytes
    .toString('latin1')
    .split('\0')
    .map((text) => text.slice(1))
  if (dialects.includes('SMB 2.???')) return negotiation(null, 0x02ff, talk)
  if (dialects.includes('SMB 2.002')) return negotiation(null, 0x0202, talk)
  const index = dialects.indexOf('NT LM 0.12')
  if (index < 0) return answered(asked, status.success, Buffer.from([0xff, 0xff]))
  const isExtended = (asked.readUInt16LE(10) & extendedSecurity) !== 0
  const words = Buffer.alloc(34)
  words.writeUInt16LE(index, 0)
  words[2] = 3
  words.writeUInt16LE(50, 3)
  words.writeUInt16LE(1, 5)
  words.writeUInt32LE(16_644, 7)
  words.writeUInt32LE(65_536, 11)
  words.writeUInt32LE(isExtended ? 0x8001_f3fd : 0x0001_f3fd, 19)
  fileTime(talk.now()).copy(words, 23)
  words[33] = isExtended ? 0 : 8
  const name = (talk.options.hostname ?? 'WIN-SRV01').toUpperCase()
  const rest = isExtended
    ? Buffer.concat([talk.random(16), ntlmOffer()])
    : Buffer.concat([talk.random(8), Buffer.from(`WORKGROUP\0${name}\0`, 'utf16le')])
  return answered(asked, status.success, words, rest)
}

function setUp(asked: Buffer, { words, bytes }: Parts, state: { isIn: boolean }, talk: Talk): Buffer {
  const names = Buffer.from(
    `${talk.options.version ?? 'Windows 7 Professional 7601 Service Pack 1'}\0Windows 7 Professional 6.1\0`,
    'latin1',
  )
  const user = 0x0800
  if (words.length === 24) {
    const blob = bytes.subarray(0, words.readUInt16LE(14))
    const ntlm = ntlmIn(blob)
    if (ntlm?.kind === 1) {
      const challenge = isWrapped(blob) ? ntlmAnswer(challengeOf(talk)) : challengeOf(talk)
      const answer = Buffer.from([...noAndX, 0, 0, challenge.length & 0xff, challenge.length >> 8])
      return answered(asked, status.moreProcessing, answer, Buffer.concat([challenge, names]), { user })
    }
    state.isIn = ntlm?.kind === 3 && authenticated(ntlm.message, talk)
    if (!state.isIn) return answered(asked, status.logonFailure)
    return answered(asked, status.success, Buffer.from([...noAndX, 1, 0, 0, 0]), names, { user })
  }
  if (words.length !== 26) return answered(asked, status.logonFailure)
  const proofs = words.readUInt16LE(14) + words.readUInt16LE(16)
  const name = textIn(asked, bytes, proofs)
  // Nobody's name: the way in of worms, which then ask what the host is.
  state.isIn = name === '' || talk.login(name, '')
  if (name === '') talk.login('', '', true)
  return state.isIn
    ? answered(asked, status.success, Buffer.from([...noAndX, 1, 0]), names, { user })
    : answered(asked, status.logonFailure)
}

const pathOf = (asked: Buffer, { words, bytes }: Parts): string =>
  textIn(asked, bytes, words.length >= 8 ? words.readUInt16LE(6) : 0)

/** A text after so many bytes: Unicode, at an even place of the message, when the head says so. */
function textIn(asked: Buffer, bytes: Buffer, from: number): string {
  const isUnicode = (asked.readUInt16LE(10) & 0x8000) !== 0
  const place = bytes.byteOffset - asked.byteOffset + from
  const start = isUnicode && place % 2 === 1 ? from + 1 : from
  return bytes
    .subarray(start, start + 800)
    .toString(isUnicode ? 'utf16le' : 'latin1')
    .split('\0')[0]!
}

function answered(
  asked: Buffer,
  code: number,
  words: Buffer = nothing,
  bytes: Buffer = nothing,
  { user = 0, tree = 0 } = {},
): Buffer {
  const head = Buffer.from(asked.subarray(0, headLength))
  head.writeUInt32LE(code, 5)
  head[9] = 0x98
  // Unicode and NT status; extended security as asked.
  head.writeUInt16LE((asked.readUInt16LE(10) & (extendedSecurity | 0x8000)) | 0x4001, 10)
  head.fill(0, 14, 22)
  if (user !== 0) head.writeUInt16LE(user, 28)
  if (tree !== 0) head.writeUInt16LE(tree, 24)
  const count = Buffer.alloc(2)
  count.writeUInt16LE(bytes.length)
  return Buffer.concat([head, Buffer.from([words.length / 2]), words, count, bytes])
}
