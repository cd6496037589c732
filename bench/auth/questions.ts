import { addressAt } from '../freshness/fill.ts'
import type { Question } from './compared.ts'

/** Of which nothing was seen: what is compared is who asks, and not what is told. */
const addresses = 10_000
const ip = (at: number): string => addressAt((at * 7919) % addresses, addresses)

let asked = 0
/** Nothing is sent again as kept: each has a parameter that no page reads. */
const anew = (path: (at: number) => string, many: number): string[] =>
  Array.from({ length: many }, () => {
    const at = (asked += 1)
    return path(at)
  })

/** Pages of several kinds, made anew each time, and one that is kept. */
export const pages = (many: number): Question[] =>
  [
    ['page /', (at: number) => `/?n=${at}`],
    ['page /tags', (at: number) => `/tags?n=${at}`],
    ['page /tags/{id}', (at: number) => `/tags/mirai?n=${at}`],
    ['page /ip/{ip}', (at: number) => `/ip/${ip(at)}?n=${at}`],
    ['page /query/{gnql}', (at: number) => `/query/port%3A${1 + (at % 1000)}?n=${at}`],
    ['page /cheat-sheet', (at: number) => `/cheat-sheet?n=${at}`],
    ['page /, kept', () => '/'],
  ].map(([name, path]) => ({
    name: name as string,
    paths: () => anew(path as (at: number) => string, many),
    takesKeys: false,
    isKept: name === 'page /, kept',
  }))

/** Calls that a visitor may make, too. */
export const calls = (many: number): Question[] =>
  [
    ['GET /api/tags/{id}', () => '/api/tags/mirai'],
    ['GET /api/ip/{ip}', (at: number) => `/api/ip/${ip(at)}`],
    ['GET /api/ip/query', (at: number) => `/api/ip/query?query=port%3A${1 + (at % 1000)}`],
    ['GET /api/searches', () => '/api/searches'],
  ].map(([name, path]) => ({
    name: name as string,
    paths: () => anew(path as (at: number) => string, many),
    takesKeys: true,
    isKept: false,
  }))
