import { expect, test } from 'vitest'
import { portList } from './port-list.ts'

const tcp = (...ports: number[]) => ports.map((port) => ({ port, transport: 'tcp' as const }))

test('ports that follow each other are one range, each transport by itself', () => {
  const udp = [{ port: 24, transport: 'udp' as const }]
  expect(portList([...tcp(8002, 8000, 22, 8001), ...udp, ...tcp(23)])).toBe('22–23/tcp 8000–8002/tcp 24/udp')
  expect(portList(tcp(80))).toBe('80/tcp')
  expect(portList([])).toBe('')
})

test('a catch-all over thousands of ports is a line, and so is what has no order', () => {
  expect(portList(tcp(...Array.from({ length: 4096 }, (_, at) => at + 1)))).toBe('1–4096/tcp')
  const odd = portList(tcp(...Array.from({ length: 2000 }, (_, at) => 2 * at + 1)))
  expect(odd).toMatch(/^1\/tcp 3\/tcp .* 47\/tcp and 1976 more$/)
})
