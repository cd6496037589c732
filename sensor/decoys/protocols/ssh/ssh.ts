import type { Duplex } from 'node:stream'
import Server, { type AuthContext, type Connection } from 'ssh2/lib/server.js'
import type { Emulation, Talk } from '../emulation.ts'
import type { DecoyKeys } from '../../keys.ts'
import { Allowance } from '../../shell/shell.ts'
import { hostKeys } from './host-keys.ts'
import { openSession } from './session.ts'

// Whoever is silent is ended by the listener.
Server.KEEPALIVE_CLIENT_INTERVAL = 0

const beginning = 'SSH-2.0-'
const usualBanner = `${beginning}OpenSSH_8.9p1 Ubuntu-3ubuntu0.6`
const mostAttempts = 6
/** Sessions that one connection may open (RFC 4254 §6.1): each takes memory, also when nothing is asked of it. */
const mostSessions = 10
const methods = ['password', 'keyboard-interactive', 'publickey']

/** What a worm of any age can choose from; key exchanges that cost a core much time are not offered. */
const algorithms = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group14-sha256',
    'diffie-hellman-group14-sha1',
    'diffie-hellman-group1-sha1',
  ],
  cipher: [
    'aes128-ctr',
    'aes192-ctr',
    'aes256-ctr',
    'aes128-gcm@openssh.com',
    'aes256-gcm@openssh.com',
    'chacha20-poly1305@openssh.com',
    'aes128-cbc',
    'aes256-cbc',
  ],
  hmac: [
    'hmac-sha2-256-etm@openssh.com',
    'hmac-sha2-512-etm@openssh.com',
    'hmac-sha1-etm@openssh.com',
    'hmac-sha2-256',
    'hmac-sha2-512',
    'hmac-sha1',
  ],
  // Unpacking takes memory of whoever sends least.
  compress: ['none'],
}

const bannerOf = (talk: Talk): string => talk.options.banner || usualBanner

/** SSH by ssh2: who comes in gets the canned shell, and nobody gets anywhere else. */
export const ssh: Emulation = {
  attached: {
    greeting: (talk) => `${bannerOf(talk)}\r\n`,
    attach(wire: Duplex, talk: Talk) {
      talks.set(wire, talk)
      serverFor(bannerOf(talk).slice(beginning.length), talk.keys).injectSocket(wire)
    },
  },
}

const talks = new WeakMap<Duplex, Talk>()
/** One for each greeting, of one set of keys. */
const servers = new WeakMap<DecoyKeys, Map<string, Server>>()

function serverFor(ident: string, keys: DecoyKeys): Server {
  const ofKeys = servers.get(keys) ?? new Map<string, Server>()
  servers.set(keys, ofKeys)
  let server = ofKeys.get(ident)
  if (server === undefined) {
    server = new Server({ ident, hostKeys: hostKeys(keys), algorithms }, (connection) => {
      const talk = talks.get(connection._sock)
      if (talk === undefined) connection.end()
      else converse(connection, talk)
    })
    server.on('error', () => {})
    ofKeys.set(ident, server)
  }
  return server
}

function converse(connection: Connection, talk: Talk): void {
  let attempts = 0
  let user = ''
  const judge = (context: AuthContext, password: string) => {
    user = context.username
    if (talk.login(user, password)) context.accept()
    else if (++attempts < mostAttempts) context.reject(methods)
    else connection.end()
  }
  connection.on('authentication', (context) => {
    if (context.method === 'password') judge(context, context.password ?? '')
    else if (context.method === 'keyboard-interactive')
      context.prompt([{ prompt: 'Password: ', echo: false }], (answers) => judge(context, answers?.[0] ?? ''))
    else context.reject(methods)
  })
  let sessions = 0
  const allowance = new Allowance()
  connection.on('session', (accept, reject) => {
    if (++sessions > mostSessions) reject()
    else openSession(accept(), { talk, user, allowance, wire: connection._sock })
  })
  connection.on('tcpip', (_accept, reject, { destIP, destPort }) => {
    // RFC 4254 §7.2: never granted, and worth knowing.
    talk.command(`direct-tcpip ${destIP}:${destPort}`)
    reject()
  })
  connection.on('request', (_accept, reject, name, { bindAddr, bindPort }) => {
    talk.command(`${name} ${bindAddr ?? ''}:${bindPort ?? ''}`)
    reject?.()
  })
  connection.on('error', () => {})
}
