import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { AnswerUnderWay } from '../http/under-way.ts'
import { type Caller, visitorAt } from './caller.ts'
import type { OnRefused } from './counts.ts'
import { networkShare, type Quota } from './table.ts'

/**
 * Open connections, bounded by address and in all. Who asks is known only when a request was read, so nobody is refused who
 * is not worse than others: a new connection takes the place of an idle one, first of the same address, else of the address
 * with the most. Only where all are at work it is the new one that is closed.
 */
export interface Connections {
  /**
   * A request on a connection is being answered until the response is closed. @returns 'pipelined' where too many before it on
   * the same connection have no answer yet (RFC 9112 §9.3.2: a server may close a connection that pipelines), 'unread' for all
   * that come behind that one, whose answer ends the connection, 'refused' where the connection has no place
   */
  answering(socket: Socket, response: AnswerUnderWay): 'welcome' | 'pipelined' | 'unread' | 'refused'
  /** A request on it was answered at once: it is the one used last. */
  answered(socket: Socket): void
  /** It has its place, and no request on it waits for an answer. */
  isIdle(socket: Socket): boolean
  /** A key was shown on it. */
  trust(socket: Socket): void
  /**
   * The answer is a refusal that is held for a moment: until it is called back the connection makes room for others as an idle one
   * does, though it be somebody with a key at the same address.
   */
  holding(socket: Socket): () => void
}

interface Connection {
  socket: Socket
  groups: Caller['groups']
  answers: Set<AnswerUnderWay>
  /** One answer says that there were too many requests, and is the last. */
  isEnding: boolean
  /** How many of them are refusals that are held. */
  held: number
  hasKey: boolean
  /** Since when somebody has had bytes waiting whom nothing hurries, and how many were taken then. */
  waiting: { since: number; taken: number } | null
}

export interface Pace {
  /** Milliseconds after which a reader's pace counts. */
  grace: number
  /** Bytes a second that a visitor takes at least of an answer that waits. */
  minBytesPerSecond: number
  /** Milliseconds between two looks. */
  intervalMs: number
}

/** Requests on one connection without an answer; no browser pipelines, and a program gains nothing from more. */
export const maxPipelined = 8

const usual: Pace = { grace: 30_000, minBytesPerSecond: 8_000, intervalMs: 5_000 }

export function watchConnections(
  server: Server,
  quota: Quota,
  {
    opened = 'connection',
    behindProxy,
    onRefused,
    onOpen = () => undefined,
    refuse,
    pace = usual,
  }: {
    /** What the server says of a connection that requests come by. */
    opened?: 'connection' | 'secureConnection'
    /** All connections are the proxy's: only the total counts. */
    behindProxy: boolean
    onRefused: OnRefused
    /** Told how many are open whenever that changes. */
    onOpen?: ((open: number) => void) | undefined
    /** Tells somebody that there is no room; ends the connection. */
    refuse: (socket: Socket, max: number) => void
    pace?: Pace
  },
): Connections {
  const all = new Map<Socket, Connection>()
  /** By group; each set in the order in which its connections were last used. */
  const byGroup = new Map<string, Set<Connection>>()

  const used = (connection: Connection): void => {
    for (const { name } of connection.groups) {
      const set = byGroup.get(name) ?? new Set()
      set.delete(connection)
      byGroup.set(name, set.add(connection))
    }
  }
  const forget = (connection: Connection): void => {
    if (!all.delete(connection.socket)) return
    for (const { name } of connection.groups) {
      const set = byGroup.get(name)
      set?.delete(connection)
      if (set?.size === 0) byGroup.delete(name)
    }
  }
  const idleIn = (set: Iterable<Connection>): Connection | undefined => {
    for (const connection of set) if (connection.answers.size <= connection.held) return connection
    return undefined
  }
  /** Groups with the most connections first; only asked for when all places are taken. */
  const idleOfMany = (): Connection | undefined => {
    for (const set of [...byGroup.values()].sort((a, b) => b.size - a.size)) {
      const idle = idleIn(set)
      if (idle) return idle
    }
    return undefined
  }

  server.on(opened, (socket: Socket) => {
    const { groups } = visitorAt(socket.remoteAddress ?? '')
    const connection: Connection = {
      socket,
      groups,
      answers: new Set(),
      isEnding: false,
      held: 0,
      hasKey: false,
      waiting: null,
    }
    const full = behindProxy
      ? undefined
      : groups.find(({ name, share }) => (byGroup.get(name)?.size ?? 0) >= quota.address * share)
    if (full || all.size >= quota.total) {
      const idle = full ? idleIn(byGroup.get(full.name) ?? []) : idleOfMany()
      if (!idle) {
        onRefused('connections', full ? full.of : 'all')
        refuse(socket, full ? quota.address * (full.of === 'network' ? networkShare : 1) : quota.total)
        return
      }
      forget(idle)
      idle.socket.destroy()
    }
    all.set(socket, connection)
    used(connection)
    onOpen(all.size)
    socket.once('close', () => {
      forget(connection)
      onOpen(all.size)
    })
  })

  /** Ends answers that somebody without a key hardly takes: each holds its place among the requests until it is taken. */
  const look = setInterval(() => {
    const now = performance.now()
    for (const connection of all.values()) {
      const { socket, answers, waiting, hasKey } = connection
      const backlog = [...answers].some((answer) => answer.writableLength > 0)
      const taken = socket.bytesWritten - socket.writableLength
      if (!backlog || hasKey) connection.waiting = null
      else if (!waiting) connection.waiting = { since: now, taken }
      else if (now - waiting.since > pace.grace) {
        if ((taken - waiting.taken) / ((now - waiting.since) / 1000) < pace.minBytesPerSecond)
          socket.destroy()
        else connection.waiting = { since: now, taken }
      }
    }
  }, pace.intervalMs).unref()
  server.once('close', () => clearInterval(look))

  return {
    holding(socket) {
      const connection = all.get(socket)
      if (connection) connection.held += 1
      return () => {
        if (connection) connection.held -= 1
      }
    },
    answered(socket) {
      const connection = all.get(socket)
      if (connection) used(connection)
    },
    isIdle: (socket) => all.get(socket)?.answers.size === 0,
    trust(socket) {
      const connection = all.get(socket)
      if (connection) connection.hasKey = true
    },
    answering(socket, response) {
      const connection = all.get(socket)
      if (!connection) return 'refused'
      if (connection.isEnding) return 'unread'
      if (connection.answers.size >= maxPipelined) {
        connection.isEnding = true
        onRefused('connections', 'connection')
        return 'pipelined'
      }
      connection.answers.add(response)
      response.once('close', () => {
        connection.answers.delete(response)
        if (all.has(socket)) used(connection)
      })
      return 'welcome'
    },
  }
}
