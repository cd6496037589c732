import { expect, test } from 'vitest'
import { clusterOf, render, singleMachine } from './template.ts'

const sql =
  'CREATE TABLE {local}.t (a {T}) ENGINE = {E:ReplacingMergeTree(version)} AS SELECT {p:String} FROM {db}.t, {E:MergeTree}'

test('on one machine both databases are the same and engines stay as they are', () => {
  expect(render(sql, singleMachine('noisefloor'))).toBe(
    'CREATE TABLE noisefloor.t (a {T}) ENGINE = ReplacingMergeTree(version) AS SELECT {p:String} FROM noisefloor.t, MergeTree',
  )
})

test('on a cluster tables live in a local database, replicated where there are replicas', () => {
  expect(render('{local} {db} {E:MergeTree}', clusterOf('noisefloor', 'nf', false))).toBe(
    'noisefloor_local noisefloor MergeTree',
  )
  const replicated = render('{E:ReplacingMergeTree(v)}', clusterOf('noisefloor', 'nf', true))
  expect(replicated).toMatch(/^ReplicatedReplacingMergeTree\('.*\{shard\}.*', '\{replica\}', v\)$/)
})

test('names that would change the meaning of SQL are refused', () => {
  for (const name of ['', 'a b', 'a;b', 'a`', 'A', '1a', 'ä', 'x'.repeat(80)]) {
    expect(() => singleMachine(name)).toThrow('cannot name')
    expect(() => clusterOf('noisefloor', name, false)).toThrow('cannot name')
  }
})
