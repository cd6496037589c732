import { describe, expect, it } from 'vitest'
import { answers, asks, dissected, toPort } from '../samples/stream.ts'

describe('Telnet', () => {
  it('takes negotiation out of what was typed, on any port', () => {
    const { telnet, protocols } = dissected([
      answers('\xff\xfd\x18\xff\xfb\x01login: '),
      asks('\xff\xfc\x18\xff\xfa\x1f\x00\x50\xff\xff\x00\x18\xff\xf0ro\xff\xf9ot\r\x00'),
      asks('xc3511\r\nenable\nsh'),
    ])
    expect(protocols).toContain('telnet')
    expect(telnet?.lines).toEqual(['root', 'xc3511', 'enable', 'sh'])
  })

  it('keeps sixteen lines', () => {
    const { telnet } = dissected([asks('a\r\n'.repeat(40))], toPort(23))
    expect(telnet?.lines).toHaveLength(16)
  })

  it('on its own ports text is enough, unless it is another protocol or binary', () => {
    expect(dissected([asks('admin\r\n')], toPort(2323)).telnet?.lines).toEqual(['admin'])
    expect(dissected([asks('admin\r\n')], toPort(2324)).telnet).toBeNull()
    expect(dissected([asks('GET / HTTP/1.0\r\n\r\n')], toPort(23)).telnet).toBeNull()
    expect(dissected([asks('\x01\x02abc')], toPort(23)).telnet).toBeNull()
  })
})
