import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaults, readSettings, themes, writeSettings } from './cookie.ts'
import { localPath } from '#model/local-path.ts'

describe('the settings cookie', () => {
  test.each(themes)('%s is read back as written, between other cookies', (theme) => {
    const pair = writeSettings({ theme }).split(';')[0]
    expect(readSettings(`a=b; ${pair}; c=d`)).toEqual({ theme })
  })

  test('whatever a browser sends, there are settings', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(themes).toContain(readSettings(`sessionSettings=${text}`).theme)
      }),
    )
    expect(readSettings('sessionSettings=%7B%22theme%22%3A%22pink%22%7D')).toEqual(defaults)
  })
})

describe('the way back after a choice', () => {
  test.each(['/', '/ip/192.0.2.1?tab=raw', '/query/a%20b?after=x#y'])('%s stays', (path) => {
    expect(localPath(path)).toBe(path)
  })

  test.each([
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '/a/..//evil.test',
    '',
  ])('%s never leaves this server', (path) => {
    expect(localPath(path)).toBe('/')
  })

  test('no text leads to another host', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(new URL(localPath(`/${text}`), 'http://here.test').host).toBe('here.test')
      }),
    )
  })
})
