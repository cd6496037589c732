import { expect, test } from 'vitest'
import { mergeFacts } from './merge.ts'

test('single values follow the order of the sources, lists are joined, KEV names things', () => {
  const merged = mergeFacts([
    { source: 'exploits', facts: { exploits: [{ kind: 'nuclei', name: 'x' }] } },
    {
      source: 'kev',
      facts: {
        name: 'Acme Thing Overflow',
        description: 'short',
        kev: { added: '2024-03-05', due: '', ransomware: true, action: 'Patch.' },
        weaknesses: [{ id: 'CWE-787', name: '' }],
      },
    },
    {
      source: 'cve-summary',
      facts: { description: 'long', kev: { added: '2024-03-05', due: '', ransomware: false, action: '' } },
    },
    {
      source: 'nvd',
      facts: {
        inNvd: true,
        cvss: [
          { version: '2.0', score: 7.5, vector: 'b', severity: 'HIGH', by: 'nvd' },
          { version: '3.1', score: 9.8, vector: 'c', severity: 'CRITICAL', by: 'nvd' },
        ],
      },
    },
    {
      source: 'cve-list',
      facts: {
        name: 'Overflow',
        cvss: [
          { version: '4.0', score: 9.3, vector: 'a', severity: 'CRITICAL', by: 'acme' },
          { version: '3.1', score: 9.1, vector: 'd', severity: 'CRITICAL', by: 'acme' },
        ],
        weaknesses: [{ id: 'CWE-787', name: 'Out-of-bounds Write' }],
      },
    },
  ])
  expect(merged).toMatchObject({
    name: 'Acme Thing Overflow',
    description: 'long',
    inNvd: true,
    kev: { ransomware: true, action: 'Patch.' },
    weaknesses: [{ id: 'CWE-787', name: 'Out-of-bounds Write' }],
    exploits: [{ kind: 'nuclei', name: 'x' }],
  })
  expect(merged.cvss?.map(({ version, score }) => [version, score])).toEqual([
    ['3.1', 9.8],
    ['3.1', 9.1],
    ['4.0', 9.3],
    ['2.0', 7.5],
  ])
})

test('nothing said is nothing known', () => {
  expect(mergeFacts([])).toEqual({
    cvss: [],
    weaknesses: [],
    affected: [],
    references: [],
    exploits: [],
    techniques: [],
    actors: [],
  })
})
