import { expect, it } from 'vitest'
import { defaultLimits } from '#model/sensor/protocol.ts'
import { Connections, type Held } from './connections.ts'

const limits = { ...defaultLimits, connections: 6, connectionsPerSource: 2 }

/** Connections that sources open one after the other: which of them are ended, and why. */
function ended(...sources: string[]): string[] {
  const connections = new Connections()
  const all: string[] = []
  for (const [sourcePort, source] of sources.entries()) {
    const held: Held = {
      flow: { transport: 'tcp', source, sourcePort, destination: '192.0.2.1', destinationPort: 80 },
      place: { limits },
      openedAt: 0,
      lastAt: 0,
      isOver: false,
      cut: (reason) => all.push(`${source} ${reason}`),
      destroy: () => {},
    }
    connections.add(held)
  }
  return all
}

it('who has a /64 of IPv6 is one source, and so is each address of IPv4', () => {
  expect(ended('2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::3', '2001:db8::4')).toEqual([
    '2001:db8::1 connections-source',
    '2001:db8::2 connections-source',
  ])
  expect(ended('2001:db8::1', '2001:db8::2', '2001:db8:0:1::1', '2001:db8:0:1::2')).toEqual([])
  expect(ended('192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.1')).toEqual([])
})

it('who is new has room also where the oldest of all is the only one of the same source', () => {
  const others = ['192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5', '192.0.2.6']
  expect(ended('192.0.2.1', ...others, '192.0.2.1', '192.0.2.1', '192.0.2.1')).toEqual([
    '192.0.2.1 connections-total',
    '192.0.2.2 connections-total',
    '192.0.2.1 connections-source',
  ])
})
