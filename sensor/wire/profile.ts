import { type Device, isDeviceAddress } from '#model/sensor/device.ts'
import {
  type DecoyOptions,
  type DecoyPort,
  decoyProtocols,
  type HttpResponse,
  profileCategories,
  type SensorProfile,
} from '#model/sensor/profile.ts'
import { list, oneOf, optional, record, text, texts, truth, whole, WrongShape } from './read.ts'

const transports = ['tcp', 'udp'] as const
const longText = 65_536
const short = (value: unknown, at: string): string => text(value, at)
const long = (value: unknown, at: string): string => text(value, at, longText)
const port = (value: unknown, at: string): number => whole(value, at, 1, 65_535)
const headers = (value: unknown, at: string): Record<string, string> => texts(value, at, 64, 8192)

/** A profile as the server sends it. */
export function profileOf(value: unknown, at = 'profile'): SensorProfile {
  const from = record(value, at)
  const credentials = from['credentials'] ?? []
  return {
    id: text(from['id'], `${at}.id`),
    name: text(from['name'], `${at}.name`),
    description: text(from['description'], `${at}.description`, 4096),
    author: text(from['author'], `${at}.author`),
    tier: oneOf(from['tier'], `${at}.tier`, ['community', 'premium']),
    categories: list(from['categories'], `${at}.categories`, 16, (one, where) =>
      oneOf(one, where, profileCategories),
    ),
    operatingSystem: text(from['operating_system'], `${at}.operating_system`),
    cves: list(from['cves'], `${at}.cves`, 256, short),
    ports: list(from['ports'], `${at}.ports`, 1024, portOf),
    credentials: list(credentials, `${at}.credentials`, 1024, (one, where) => {
      const pair = record(one, where)
      return {
        user: text(pair['user'], `${where}.user`),
        password: text(pair['password'], `${where}.password`),
      }
    }),
    ...optional(from, 'catch_all', 'catchAll', (all, where) => list(all, where, 64, rangeOf), at),
    ...optional(from, 'device', 'device', deviceOf, at),
  }
}

function deviceOf(value: unknown, at: string): Device {
  const address = text(record(value, at)['address'], `${at}.address`, 64)
  if (!isDeviceAddress(address))
    throw new WrongShape(`${at}.address: expected an address of a private network`)
  return { address }
}

function rangeOf(value: unknown, at: string): { from: number; to: number; transport: 'tcp' | 'udp' } {
  const range = record(value, at)
  return {
    from: port(range['from'], `${at}.from`),
    to: port(range['to'], `${at}.to`),
    transport: oneOf(range['transport'], `${at}.transport`, transports),
  }
}

function portOf(value: unknown, at: string): DecoyPort {
  const from = record(value, at)
  return {
    port: port(from['port'], `${at}.port`),
    transport: oneOf(from['transport'], `${at}.transport`, transports),
    protocol: oneOf(from['protocol'], `${at}.protocol`, decoyProtocols),
    ...optional(from, 'tls', 'tls', truth, at),
    ...optional(from, 'options', 'options', optionsOf, at),
  }
}

function optionsOf(value: unknown, at: string): DecoyOptions {
  const from = record(value, at)
  return {
    ...optional(from, 'banner', 'banner', long, at),
    ...optional(from, 'version', 'version', short, at),
    ...optional(from, 'hostname', 'hostname', short, at),
    ...optional(from, 'server', 'server', short, at),
    ...optional(from, 'headers', 'headers', headers, at),
    ...optional(from, 'responses', 'responses', (all, where) => list(all, where, 256, responseOf), at),
    ...optional(from, 'realm', 'realm', short, at),
    ...optional(from, 'shell', 'shell', (all, where) => texts(all, where, 512, longText), at),
    ...optional(from, 'prompt', 'prompt', short, at),
  }
}

function responseOf(value: unknown, at: string): HttpResponse {
  const from = record(value, at)
  return {
    path: text(from['path'], `${at}.path`, 4096),
    status: whole(from['status'], `${at}.status`, 100, 599),
    ...optional(from, 'method', 'method', short, at),
    ...optional(from, 'headers', 'headers', headers, at),
    ...optional(from, 'body', 'body', long, at),
  }
}
