import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('cells that look like formulas are made text, quotes and breaks are kept', () => {
  expect(csvLine(['=1+1', '+1', '-1', '@a', '\tb', '\rc', '\nd', '＝e', 'a,"b"', 'x\ny', 'plain', ''])).toBe(
    `'=1+1,'+1,'-1,'@a,'\tb,"'\rc","'\nd",'＝e,"a,""b""","x\ny",plain,\r\n`,
  )
})
