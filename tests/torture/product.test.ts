import { expect, test } from 'vitest'
import { tortureProduct } from './product.ts'

test('the product killed three times while it takes captures in has every acknowledged session exactly once', async () => {
  const result = await tortureProduct({ kills: 3 })
  expect(result.wrong).toEqual([])
  expect(result.batches).toBeGreaterThan(5)
})
