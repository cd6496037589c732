import { expect, test } from 'vitest'
import { ownPlan } from '#model/entitlements.ts'
import { visitorScope } from '../scope.ts'
import { findIps } from './find-many.ts'

test('a long list is read, and its services are found, some at a time: others are served between', async () => {
  // How often others could be served so far, and until the addresses were read; services found since they last could.
  let [served, servedWhileRead, services] = [0, 0, 0]
  let [over, servicesAtOnce] = [false, 0]
  const look = (): void => {
    served += 1
    servicesAtOnce = Math.max(servicesAtOnce, services)
    services = 0
    if (!over) setImmediate(look)
  }
  const ctx = {
    scope: visitorScope(ownPlan),
    memoryIndex: {
      documents() {
        servedWhileRead ||= served
        return { bytes: new Uint8Array(0), ends: new Uint32Array(0) }
      },
    },
    reference: {
      service() {
        services += 1
        return null
      },
    },
  }
  setImmediate(look)
  const texts = Array.from({ length: 10_000 }, (_, at) => `2001:db8::${at.toString(16)}`)
  const found = await findIps(ctx as never, texts, 10_000)
  over = true
  look()
  expect(found.map(({ ip }) => ip)).toEqual(texts.with(0, '2001:db8::'))
  expect(servedWhileRead).toBeGreaterThanOrEqual(25)
  expect(servicesAtOnce).toBeLessThanOrEqual(400)
})
