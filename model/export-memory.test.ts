import { expect, test } from 'vitest'
import { lastExport, exportCookie } from './export-memory.ts'

const last = { cursor: 'WzEsIm-_.Cw203Q7', madeAt: 1_795_234_741_000, matching: 1204 }

test('a browser gives back what a download left, for that query only', () => {
  const [cookie = '', ...rules] = exportCookie('tags:Mirai', last).split('; ')
  expect(rules).toContain('Path=/query')
  expect(lastExport(`theme=dark; ${cookie}; other=1`, 'tags:Mirai')).toEqual(last)
  expect(lastExport(cookie, 'tags:mirai')).toBeNull()
})

test('what is no such cookie is nothing', () => {
  const [name = ''] = exportCookie('q', last).split('=')
  for (const value of ['', 'x', '1!2!', '1!2!<b>', `1!2!${'a'.repeat(2000)}`, '-1!2!abc'])
    expect(lastExport(`${name}=${value}`, 'q')).toBeNull()
})
