import type { Registry } from '../registry/registry.ts'
import { octets } from '../resolve/suggest-value.ts'
import { parseBlock } from '../values/address.ts'
import { foreignPattern, type ForeignPattern, type ForeignFinding, start } from './pattern.ts'

const look = String.raw`(?<text>(?:[a-z]{4,5}://|\[)?[0-9a-f][^\s()"]*)(?=[\s)]|$)`

/** Words that look like addresses and are none: they would be looked for as names and never be found. */
export const addresses: readonly ForeignPattern[] = [
  // Inside field:( … ) the field says what they are. Looking back is dear, so it is done where a word may be one only.
  foreignPattern(
    String.raw`${start}(?=[[0-9a-f]|[a-z]{4,5}://)(?<!:\s?\([^()]{0,300})${look}`,
    /[\da-f]/iu,
    ({ group }, registry) => {
      const [field] = registry.bare.address
      const text = group('text')
      if (!field || parseBlock(text) !== null) return null
      const meant = meaningOf(text, field.name, registry)
      return meant
    },
  ),
]

const hint = (message: string, suggestion: string | null): ForeignFinding => ({
  severity: 'hint',
  message,
  suggestion,
})
const error = (message: string, suggestion: string | null): ForeignFinding => ({
  severity: 'error',
  message,
  suggestion,
})

function meaningOf(text: string, ip: string, { find, bare }: Registry): ForeignFinding | null {
  const isAddress = (part: string | undefined): part is string =>
    part !== undefined && !part.includes('/') && parseBlock(part) !== null
  const list = text.split(',')
  if (list.length > 1 && list.every((part) => parseBlock(part) !== null))
    return hint('A list of addresses needs its field.', `${ip}:${text}`)
  const span = /^([\d.]+)(?:-|\.\.)([\d.]+)$/u.exec(text)
  if (span && isAddress(span[1]) && isAddress(span[2]))
    return hint('A range of addresses needs its field and brackets.', `${ip}:[${span[1]} TO ${span[2]}]`)
  const block = octets(text)
  if (block) return hint('Read as a name. Addresses that begin alike are a block.', block)
  const plain = text.replaceAll(/\[(\.|:|dot)\]/giu, (_, mark: string) => (mark === ':' ? ':' : '.'))
  if (plain !== text && isAddress(plain))
    return hint('Read as a name. An address is written without brackets.', plain)
  const withPort = /^([\d.]+|\[[\da-f:]+\]):(\d{1,5})$/iu.exec(plain)
  const host = withPort?.[1]?.replaceAll(/[[\]]/gu, '')
  if (withPort && isAddress(host) && bare.port)
    return error('An address and a port are two terms.', `${ip}:${host} ${bare.port.name}:${withPort[2]}`)
  const url = /^h(?:tt|xx)ps?:\/\/([^/:?#]+)/iu.exec(plain)
  if (url?.[1]) {
    if (isAddress(url[1])) return error('A URL is no term; its address is.', `${ip}:${url[1]}`)
    const of = find('host')
    return error('A URL is no term.', of && /^[\w.-]+$/u.test(url[1]) ? `${of.name}:${url[1]}` : null)
  }
  const scope = /^([\da-f:]+)%/iu.exec(text)
  if (scope && isAddress(scope[1])) return error('Addresses here have no zone.', scope[1])
  const prefix = /^([\d.]+|[\da-f:]*:[\da-f:]*)\/\d+$/iu.exec(text)
  if (prefix && isAddress(prefix[1]))
    return error(`The length of a block is at most ${text.includes(':') ? 128 : 32}.`, prefix[1])
  const service = /^(\d{1,5})\/(tcp|udp)$/iu.exec(text)
  if (service && bare.port)
    return hint('Read as a name.', `${bare.port.name}:${service[1]} protocol:${service[2]}`)
  return null
}
