import { createServer } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { diskFault, listenFault } from './cannot-start.ts'

test('where nobody can listen, the setting is named', async () => {
  const fault = (host: string): Promise<string | null> =>
    new Promise((told) => {
      const server = createServer()
      server.once('error', (error) => told(listenFault(error, { host, port: 3000 })))
      server.listen(0, host)
    })
  // An address of documentation is nobody's, and a name below .invalid none (RFC 5737, RFC 6761).
  expect(await fault('192.0.2.1')).toBe('HOST=192.0.2.1 is no address of this machine (EADDRNOTAVAIL).')
  expect(await fault('scanner.invalid')).toMatch(
    /^HOST=scanner\.invalid is no address of this machine \(E\w+\)\.$/,
  )
  const taken = Object.assign(new Error(), { code: 'EADDRINUSE', syscall: 'listen' })
  expect(listenFault(taken, { host: '127.0.0.1', port: 80 })).toBe('Port 80 is taken: set PORT to another.')
  const refused = Object.assign(new Error(), { code: 'EACCES', syscall: 'listen' })
  expect(listenFault(refused, { host: '127.0.0.1', port: 80 })).toContain('set PORT to another')
  const other = Object.assign(new Error(), { code: 'EACCES', syscall: 'open' })
  expect(listenFault(other, { host: '127.0.0.1', port: 80 })).toBeNull()
})

test('where the disk is full, the data folder is named, whoever found that nothing can be written', () => {
  const place = { dataFolder: '/srv/data' }
  const full = 'The disk of the data folder /srv/data is full: free some space, and start again.'
  using database = new DatabaseSync(':memory:')
  database.exec('PRAGMA max_page_count = 2; CREATE TABLE texts (text TEXT)')
  let found: unknown
  try {
    database.exec("INSERT INTO texts VALUES (replace(hex(zeroblob(100000)), '00', 'x'))")
  } catch (error) {
    found = error
  }
  expect(diskFault(found, place)).toBe(full)
  const fault = (code: string, syscall: string): string | null =>
    diskFault(Object.assign(new Error(), { code, syscall }), place)
  expect([fault('ENOSPC', 'write'), fault('EDQUOT', 'open')]).toEqual([full, full])
  expect([fault('ENOSPC', 'watch'), fault('EACCES', 'open')]).toEqual([null, null])
})
