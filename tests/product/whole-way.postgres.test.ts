import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startTestPostgres, type TestPostgres } from '#store/app/testing.ts'
import { call, captureOf, upload, webVisit, eventually } from './captures.ts'
import { startProduct, type Product } from './start.ts'

let postgres: TestPostgres | null = null
let product: Product | undefined
afterAll(async () => {
  await product?.stop()
  product?.remove()
  await postgres?.stop()
})

test('with DATABASE_URL the whole way works on PostgreSQL, also after a restart', async () => {
  postgres = await startTestPostgres()
  const environment = { DATABASE_URL: await postgres.freshDatabase() }
  product = await startProduct({ environment })
  const bytes = captureOf([webVisit('198.18.2.2', { uri: '/postgres' }, Date.now() - 1000)])
  expect((await upload(product, bytes)).body).toMatchObject({ sessions: 1 })
  expect(existsSync(join(product.dataFolder, 'noisefloor.db'))).toBe(false)
  expect(await product.stop()).toBe(0)
  const again = (product = await startProduct({ environment, dataFolder: product.dataFolder }))
  await eventually(
    () => call(again, '/v3/ip/198.18.2.2'),
    ({ status }) => status === 200,
  )
  expect((await upload(again, bytes)).body).toMatchObject({ duplicate: true })
})
