import { describe, expect, test } from 'vitest'
import { credentialOf } from './credential.ts'

const from = (headers: Record<string, string>) => credentialOf((name) => headers[name])

describe('the key of a request', () => {
  test('comes by key header, Bearer or Basic password', () => {
    expect(from({ key: ' abc ' })).toBe('abc')
    expect(from({ authorization: 'Bearer abc' })).toBe('abc')
    expect(from({ authorization: 'bearer abc' })).toBe('abc')
    expect(from({ authorization: `Basic ${Buffer.from('anyone:a:c').toString('base64')}` })).toBe('a:c')
  })

  test('is absent when nothing usable was sent', () => {
    for (const authorization of [
      '',
      'Bearer',
      'Basic',
      'Basic ???',
      `Basic ${Buffer.from('x').toString('base64')}`,
      'Digest a=b',
    ])
      expect(from({ authorization })).toBeUndefined()
    expect(from({ key: '' })).toBeUndefined()
  })
})
