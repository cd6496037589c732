import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { carriedLimits } from '#model/sensor/device.ts'

/** What is told of the bytes that pass. */
export interface Taps {
  /** Of the socket. */
  heard?(bytes: Buffer): void
  /** To the socket. */
  said?(bytes: Buffer): void
}

/**
 * Carries a socket over a call of the server, both ways, until both have said all or a bound was met (model/sensor/device.ts): what the
 * socket says is the body, what comes as the answer is said to the socket.
 * @returns the status of the answer; null where none came
 */
export function bridge(socket: Socket, request: ClientRequest, taps: Taps = {}): Promise<number | null> {
  let status: number | null = null
  let bytes = 0
  const end = (): void => {
    socket.destroy()
    request.destroy()
  }
  const counted = (chunk: Buffer): boolean => {
    bytes += chunk.length
    if (bytes <= 2 * carriedLimits.bytes) return true
    end()
    return false
  }
  // Before anything is said: whoever is to carry it learns of it.
  request.flushHeaders()
  const late = setTimeout(end, carriedLimits.connectionMs)
  socket.setTimeout(carriedLimits.silenceMs, end)
  socket.on('error', end)
  request.on('error', end)
  socket.on('data', (chunk: Buffer) => {
    taps.heard?.(chunk)
    if (counted(chunk) && !request.write(chunk)) socket.pause()
  })
  request.on('drain', () => socket.resume())
  socket.on('end', () => request.end())
  request.on('response', (answer: IncomingMessage) => {
    answer.on('error', end)
    status = answer.statusCode ?? null
    // Refused: nobody carries it.
    if (status !== 200) return end()
    answer.on('data', (chunk: Buffer) => {
      if (!counted(chunk)) return
      taps.said?.(chunk)
      if (!socket.write(chunk)) answer.pause()
    })
    socket.on('drain', () => answer.resume())
    answer.on('end', () => socket.end())
  })
  return new Promise((resolve) => {
    socket.once('close', () => {
      clearTimeout(late)
      request.destroy()
      resolve(status)
    })
  })
}
