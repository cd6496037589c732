import { expect, test } from 'vitest'
import { assemble } from './define.ts'

const where = { sql: 'a = {p0:String}', params: { p0: 'x' } }

test('fragments stand in their places and bring their values', () => {
  expect(assemble('SELECT {n:UInt8} WHERE {{where}} OR NOT ({{where}})', { n: 1 }, { where })).toEqual({
    sql: 'SELECT {n:UInt8} WHERE a = {p0:String} OR NOT (a = {p0:String})',
    params: { n: 1, p0: 'x' },
  })
})

test('an empty place, a fragment without one and values of the same name are mistakes', () => {
  expect(() => assemble('SELECT {{where}}', {}, {})).toThrow('wants the fragment "where"')
  expect(() => assemble('SELECT 1', {}, { where })).toThrow('no place')
  expect(() => assemble('SELECT {{where}}', { p0: 1 }, { where })).toThrow('"p0"')
})

test('what looks like a place inside a value stays a value', () => {
  const hostile = { sql: 'a = {p0:String}', params: { p0: '{{where}} {p0:String}' } }
  expect(assemble('SELECT {{where}}', {}, { where: hostile })).toEqual({
    sql: 'SELECT a = {p0:String}',
    params: hostile.params,
  })
})
