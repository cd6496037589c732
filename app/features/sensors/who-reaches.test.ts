import { expect, it } from 'vitest'
import { whoReaches } from './who-reaches.ts'

const at = (origin: string) =>
  `curl -fsS -H 'X-Install-Token: nfi_x' ${origin}/sensor/script/install | sudo sh`

it('says of an address that only this machine has, or that is not https, what a host would run into', () => {
  expect(whoReaches(at('http://127.0.0.1:3000'))).toMatch(/^At http:\/\/127\.0\.0\.1:3000 only this machine/)
  expect(whoReaches(at('https://localhost:3000'))).toContain('only this machine')
  expect(whoReaches(at('http://noise.example'))).toContain('plain http')
  expect(whoReaches(at('https://noise.example'))).toBe('')
})
