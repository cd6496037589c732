import { expect, test, vi } from 'vitest'
import { ownPlan } from '#model/entitlements.ts'
import { visitorScope } from '../scope.ts'
import { findIps } from './find-many.ts'

const counted = vi.hoisted(() => ({ read: 0 }))
vi.mock('./address.ts', async (original) => {
  const real = await original<typeof import('./address.ts')>()
  const canonicalAddress = (text: string): string => {
    counted.read += 1
    return real.canonicalAddress(text)
  }
  return { ...real, canonicalAddress }
})

test('a long list is read, and its services are found, some at a time: others are served between', async () => {
  let [services, over] = [0, false]
  const most = { read: 0, services: 0 }
  const look = (): void => {
    most.read = Math.max(most.read, counted.read)
    most.services = Math.max(most.services, services)
    counted.read = services = 0
    if (!over) setImmediate(look)
  }
  const ctx = {
    scope: visitorScope(ownPlan),
    memoryIndex: { documents: () => ({ bytes: new Uint8Array(0), ends: new Uint32Array(0) }) },
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
  expect(most.read).toBeLessThanOrEqual(400)
  expect(most.services).toBeLessThanOrEqual(400)
})
