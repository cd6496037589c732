import { largestWithin } from '../largest-within.ts'
import type { Answerer, Emulation } from '../emulation.ts'

const usualServer = 'Linux/2.6 UPnP/1.0'

/** Discovery of UPnP: one answer to a search, as much of it as was asked with. */
const datagram: Answerer = {
  answer(asked, talk) {
    const text = asked.toString('latin1', 0, 1500)
    if (!/^M-SEARCH \* HTTP\/1\.[01]\r?\n/i.test(text)) return null
    const [, target = 'ssdp:all'] = /^ST:\s*([^\r\n]{1,100})/im.exec(text) ?? []
    talk.command(`M-SEARCH ${target.trim()}`)
    const server = talk.options.server ?? usualServer
    return largestWithin(asked.length, [
      [
        'HTTP/1.1 200 OK',
        'CACHE-CONTROL: max-age=120',
        `SERVER: ${server}`,
        'ST: upnp:rootdevice',
        'EXT:',
        '',
        '',
      ],
      ['HTTP/1.1 200 OK', `SERVER: ${server}`, 'ST: upnp:rootdevice', '', ''],
      ['HTTP/1.1 200 OK', `SERVER: ${server}`, '', ''],
      ['HTTP/1.1 200 OK', 'ST: upnp:rootdevice', '', ''],
    ])
  },
}

export const ssdp: Emulation = { datagram }
