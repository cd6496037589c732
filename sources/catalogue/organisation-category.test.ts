import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { categories, categoryOf } from './organisation-category.ts'

test('names are sorted by their words', () => {
  const kinds: Record<string, string[]> = {
    government: ['Ministère de l’Intérieur', 'City of Amsterdam', 'United States Department of Energy'],
    education: [
      'University of Delaware',
      'Universität Zürich',
      'Merit Community College',
      'Deutsches Forschungsnetz (DFN)',
    ],
    mobile: ['China Mobile Communications Corporation', 'T-Mobile USA, Inc.', 'MTS PJSC', 'Vodafone GmbH'],
    hosting: [
      'Hetzner Online GmbH',
      'DigitalOcean, LLC',
      'PureVoltage Hosting Inc.',
      'HostRoyale Technologies Pvt Ltd',
      'M247 Europe SRL',
    ],
    isp: [
      'Chinanet',
      'PJSC Rostelecom',
      'Comcast Cable Communications, LLC',
      'AT&T Enterprises, LLC',
      'SK Broadband Co Ltd',
    ],
    business: ['Leidos, Inc.', 'NCR Corporation', 'Exxon Corporation'],
  }
  for (const [kind, names] of Object.entries(kinds))
    for (const name of names) expect(categoryOf(name), name).toBe(kind)
})

test('a word inside another word does not count', () => {
  expect(categoryOf('Ghostwriter Ltd')).toBe('business')
  expect(categoryOf('Magnetic Bearings Inc')).toBe('business')
})

test('no name has no kind, and every other name has one', () => {
  expect(categoryOf('')).toBe('')
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (name) => {
      expect(categories).toContain(categoryOf(name))
    }),
  )
})
