import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { extraData } from '#tests/extra-data.ts'
import { openAnalyzer } from './open.ts'
import { readResult } from './result-file.ts'

/** Reports, feeds and scans of others as they were published: text, CSV, JSON, XML and PDF. */

const data = extraData('bulk')
const { cve: files } = JSON.parse(await readFile(join(data, 'EXPECTED.json'), 'utf8')) as {
  cve: { file: string; cves?: string[] }[]
}
const folder = await mkdtemp(join(tmpdir(), 'noisefloor-cves-'))
afterAll(() => rm(folder, { recursive: true }))

test.each(files)('$file holds exactly the expected CVEs', async ({ file, cves = [] }) => {
  const output = join(folder, 'result')
  await openAnalyzer().analyze(
    { kind: 'cves', path: join(data, file), output },
    { onProgress: () => undefined, known: () => [], signal: new AbortController().signal },
  )
  const found = (await readResult(output)).cves.map(({ id }) => id)
  expect(found.sort()).toEqual(cves.toSorted())
})
