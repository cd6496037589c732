import type { Emulation, Machine, Talk } from '../emulation.ts'
import { type Document, int32, readDocument, type Value, writeDocument } from './bson.ts'

const usualVersion = '4.4.6'
const longestMessage = 65_536
const [opReply, opQuery, opMsg] = [1, 2004, 2013]

/** MongoDB's wire protocol: OP_MSG, and OP_QUERY by which clients of any age begin. */
const machine: Machine<null> = {
  longest: longestMessage,
  begin: () => null,
  take(_state, bytes, talk) {
    if (bytes.length < 16) return -16
    const length = bytes.readUInt32LE(0)
    if (length < 16 || length > longestMessage) {
      talk.end()
      return bytes.length
    }
    if (bytes.length < length) return -length
    const request = bytes.readUInt32LE(4)
    const kind = bytes.readUInt32LE(12)
    const body = bytes.subarray(16, length)
    if (kind === opMsg) {
      // Flags, then a section of kind 0: one document.
      const asked = body[4] === 0 ? readDocument(body.subarray(5)) : null
      talk.reply(
        sent(opMsg, request, Buffer.concat([int32(0), Buffer.from([0]), writeDocument(answer(asked, talk))])),
      )
    } else if (kind === opQuery) {
      const end = body.indexOf(0, 4)
      const asked = end < 0 ? null : readDocument(body.subarray(end + 9))
      const head = Buffer.concat([int32(8), Buffer.alloc(8), int32(0), int32(1)])
      talk.reply(sent(opReply, request, Buffer.concat([head, writeDocument(answer(asked, talk))])))
    } else talk.end()
    return length
  },
}

const sent = (kind: number, answers: number, body: Buffer): Buffer =>
  Buffer.concat([int32(body.length + 16), int32(1), int32(answers | 0), int32(kind), body])

/** Questions that every client asks by itself, which say nothing of what somebody wants. */
const usual = new Set(['hello', 'ismaster', 'ping', 'endsessions', 'buildinfo', 'saslcontinue'])

function answer(asked: Document | null, talk: Talk): Document {
  const [name = '', value = null] = Object.entries(asked ?? {})[0] ?? []
  const command = name.toLowerCase()
  if (asked !== null && !usual.has(command)) talk.command(described(asked))
  const version = talk.options.version ?? usualVersion
  switch (command) {
    case 'hello':
    case 'ismaster':
    case '$query':
      return {
        ismaster: true,
        isWritablePrimary: true,
        maxBsonObjectSize: 16_777_216,
        maxMessageSizeBytes: 48_000_000,
        maxWriteBatchSize: 100_000,
        localTime: { date: talk.now() },
        logicalSessionTimeoutMinutes: 30,
        connectionId: 42,
        minWireVersion: 0,
        maxWireVersion: 9,
        readOnly: false,
        ok: 1.0,
      }
    case 'buildinfo':
      return {
        version,
        gitVersion: '72e66213c2c3eab37d9358d5e78ad7f5c1d0d0d7',
        versionArray: [...version.split('.').map(Number), 0].map((part) =>
          Number.isInteger(part) ? part : 0,
        ),
        bits: 64,
        debug: false,
        maxBsonObjectSize: 16_777_216,
        ok: 1,
      }
    case 'listdatabases':
      return {
        databases: ['admin', 'config', 'local', 'shop'].map((one) => ({
          name: one,
          sizeOnDisk: 73_728,
          empty: false,
        })),
        totalSize: 294_912,
        ok: 1,
      }
    case 'serverstatus':
      return {
        host: talk.options.hostname ?? 'db',
        version,
        process: 'mongod',
        pid: { int64: 812 },
        uptime: 883_241,
        ok: 1,
      }
    case 'listcollections':
    case 'find':
    case 'aggregate':
      return {
        cursor: {
          id: { int64: 0 },
          ns: `admin.${typeof value === 'string' ? value.slice(0, 100) : '$cmd'}`,
          firstBatch: [],
        },
        ok: 1,
      }
    case 'saslstart':
      return failedLogin(asked!, talk)
    case 'authenticate':
      talk.login(textOf(asked!['user']), '', false)
      return problem(18, 'AuthenticationFailed', 'Authentication failed.')
    case 'insert':
    case 'update':
    case 'delete':
      return { n: 1, ok: 1 }
    case 'ping':
    case 'endsessions':
    case 'dropdatabase':
    case 'drop':
      return { ok: 1 }
    case 'getlog':
      return { totalLinesWritten: 0, log: [], ok: 1 }
    case 'whatsmyuri':
      return { you: '127.0.0.1:40122', ok: 1 }
    default:
      return problem(59, 'CommandNotFound', `no such command: '${name.slice(0, 60)}'`)
  }
}

const problem = (code: number, codeName: string, errmsg: string): Document => ({
  ok: 0,
  errmsg,
  code,
  codeName,
})
const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '')

/** SCRAM names the user in its first message (RFC 5802 §5.1); PLAIN carries both. */
function failedLogin(asked: Document, talk: Talk): Document {
  const payload = textOf(asked['payload'])
  const [, user] = /(?:^|,)n=([^,]{0,200})/.exec(payload) ?? []
  const plain = payload.split('\0')
  if (user !== undefined) talk.login(user, '', false)
  else talk.login(plain[1] ?? '', plain[2] ?? '', false)
  return problem(18, 'AuthenticationFailed', 'Authentication failed.')
}

/** What was asked, without what drivers add. */
const described = (asked: Document): string =>
  JSON.stringify(asked, (name, value: unknown) =>
    name === 'lsid' || name === '$clusterTime' ? undefined : value,
  )

export const mongodb: Emulation = { stream: machine }
