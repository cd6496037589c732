import { readFile } from 'node:fs/promises'
import { arch, hostname, networkInterfaces } from 'node:os'
import { hostLimits } from '#model/sensor/protocol.ts'

/** What the agent says of its host. */
export interface Host {
  hostname: string
  /** ID and VERSION_ID of /etc/os-release. */
  os: string
  arch: string
}

export async function readHost(): Promise<Host> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return { hostname: hostname().slice(0, 255), os: osOf(release), arch: arch() }
}

export function osOf(release: string): string {
  const value = (name: string): string =>
    new RegExp(`^${name}=["']?([^"'\\n]*)`, 'm').exec(release)?.[1]?.trim() ?? ''
  return `${value('ID')} ${value('VERSION_ID')}`.trim().slice(0, hostLimits.os) || 'linux'
}

/** Addresses of the host's interfaces, without loopback and link-local ones. */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, address }) => !internal && !/^(?:fe80:|169\.254\.)/i.test(address))
    .map(({ address }) => address)
