import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AddressWords } from '#model/address.ts'
import type { Log } from '../log.ts'
import { dataPackage } from '../package.ts'
import { compileAsn } from './compile.ts'
import { readAsnFile, writeAsnFile } from './file.ts'
import { type Announcement, type AsnTable, searchAsn } from './table.ts'

const packageName = '@ip-location-db/asn'

/** Version of our file format; a new one makes old caches be compiled again. */
const format = 1

const tableFor = async (cacheDir: string, log: Log): Promise<AsnTable | null> => {
  const data = dataPackage(packageName)
  if (!data) {
    log.warn({ package: packageName }, 'network data is not installed: AS numbers stay empty')
    return null
  }
  const name = `asn-${data.version}-${format}.bin`
  const path = join(cacheDir, name)
  const cached = await readAsnFile(path)
  if (cached) return cached
  const [csv4, csv6] = await Promise.all([
    readFile(data.file('asn-ipv4.csv'), 'utf8'),
    readFile(data.file('asn-ipv6.csv'), 'utf8'),
  ])
  const table = compileAsn(csv4, csv6)
  try {
    await mkdir(cacheDir, { recursive: true, mode: 0o700 })
    await writeAsnFile(path, table)
    for (const old of await readdir(cacheDir))
      if (/^asn-.*\.bin$/.test(old) && old !== name) await rm(join(cacheDir, old), { force: true })
  } catch (error) {
    log.warn(
      { error: String(error) },
      'the compiled network table could not be kept; the next start compiles again',
    )
  }
  return table
}

/**
 * Opens the look-up address → network from `@ip-location-db/asn` (attribution in docs/methods/enrichment.md), compiled once a
 * package version into `cacheDir`. Never fails: without data every answer is null.
 */
export const openAsn = async (
  cacheDir: string,
  log: Log,
): Promise<(address: AddressWords) => Announcement | null> => {
  try {
    const table = await tableFor(cacheDir, log)
    return table ? searchAsn(table) : () => null
  } catch (error) {
    log.warn({ error: String(error) }, 'network data could not be read: AS numbers stay empty')
    return () => null
  }
}
