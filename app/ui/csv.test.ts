import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

test('a table keeps its numbers exact, and no cell becomes a formula or a second line', () => {
  const text = csvText({
    heads: ['value', 'ips'],
    rows: [
      ['=HYPERLINK("http://evil.test")', 1_234_567],
      ['a,b\r\nc', -3],
      ['\ud800', 0],
      ['＝1+1', 1],
      ['\n=1+1', 2],
    ],
  })
  expect(text).toBe(
    'value,ips\r\n"\'=HYPERLINK(""http://evil.test"")",1234567\r\n"a,b\r\nc",-3\r\n\ufffd,0\r\n' +
      '\'＝1+1,1\r\n"\'\n=1+1",2\r\n',
  )
})
