import { expect, test } from 'vitest'
import { tortureRetag } from './retag.ts'

test('the product killed twice while it tags its days anew has every session once with the tags of the new rules', async () => {
  const result = await tortureRetag({ kills: 2, days: 2 })
  expect(result.wrong).toEqual([])
  expect(result.amid).toBe(1)
})
