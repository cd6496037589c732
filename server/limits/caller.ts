import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Scope } from '#services/scope.ts'
import { networkShare } from './table.ts'

/** What counts together, and how many times the quota of one address it has. */
export interface Group {
  of: 'address' | 'network' | 'key'
  name: string
  share: number
}

/** Who is counted: one key, or an address and the network it may be one of many in. */
export interface Caller {
  kind: 'visitor' | 'key'
  groups: readonly [Group, ...Group[]]
  /** Whose keys, people and sensors share what is left with those of other workspaces (counts.ts). */
  workspace?: string
}

/**
 * The address a request came from: that of the connection or, behind a trusted proxy, the last one of X-Forwarded-For,
 * which is the one the proxy itself has seen; those before it are the caller's own claims.
 */
export function callerAddress(
  connection: string,
  forwardedFor: string | undefined,
  trustProxy: boolean,
): string {
  const seenByProxy = trustProxy ? withoutPort(forwardedFor?.split(',').at(-1)?.trim() ?? '') : ''
  // A link-local caller carries the name of our own interface (fe80::1%eth0), which is no part of its address.
  const address = isIP(seenByProxy) ? seenByProxy : connection
  return address.replace(/%.*$/, '')
}

/** Some proxies write the port, too: 198.51.100.7:4711, [2001:db8::7]:4711 (the spelling of RFC 7239 §6). */
const withoutPort = (node: string): string =>
  node.replace(/^([\d.]+):\d{1,5}$/, '$1').replace(/^\[([^\]]*)\](?::\d{1,5})?$/, '$1')

/**
 * Somebody without a key. A single customer is given a /64 at least and often a /48 (RFC 6177), so that counting single
 * addresses of IPv6 would count nothing.
 */
export function visitorAt(address: string): Caller {
  const known = visitors.get(address)
  if (known) return known
  if (visitors.size >= maxVisitors) visitors.clear()
  const visitor = readVisitor(address)
  visitors.set(address, visitor)
  return visitor
}

/** Those of before, since most requests come from addresses that asked just now. */
const visitors = new Map<string, Caller>()
const maxVisitors = 1000

function readVisitor(address: string): Caller {
  const known = ipaddr.isValid(address) ? ipaddr.process(address) : null
  if (!(known instanceof ipaddr.IPv6))
    return { kind: 'visitor', groups: [{ of: 'address', name: known?.toString() ?? 'unknown', share: 1 }] }
  const part = (groups: number): string =>
    known.parts
      .slice(0, groups)
      .map((each) => each.toString(16))
      .join(':')
  return {
    kind: 'visitor',
    groups: [
      { of: 'address', name: `${part(4)}::/64`, share: 1 },
      { of: 'network', name: `${part(3)}::/48`, share: networkShare },
    ],
  }
}

/** A sensor is counted wherever it calls from. */
export const callerOfSensor = ({ id, workspace }: { id: string; workspace: string }): Caller =>
  ofWorkspace(workspace, `sensor ${id}`)

/** A transporter is, too: each by its profile. */
export const callerOfTransporter = ({ profile, workspace }: { profile: string; workspace: string }): Caller =>
  ofWorkspace(workspace, `transporter ${profile}`)

/** A key is counted wherever it is used from, and so is a user; without either, the address is. */
export function callerOf(scope: Scope, address: string): Caller {
  if (scope.kind === 'visitor') return visitorAt(address)
  return ofWorkspace(scope.workspace, scope.kind === 'user' ? `user ${scope.user.id}` : `key ${scope.keyId}`)
}

const ofWorkspace = (workspace: string, name: string): Caller => ({
  kind: 'key',
  groups: [{ of: 'key', name, share: 1 }],
  workspace,
})
