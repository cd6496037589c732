import { expect, test } from 'vitest'
import { ipDocumentColumns } from '#model/ip-document/columns.ts'
import { columnIds, columnOf } from './columns.ts'

test('each column names parts of the API’s record, so that an export holds what is shown', () => {
  const known = new Set(ipDocumentColumns.flatMap(({ wire }) => Object.keys(wire ?? {})))
  const isKnown = (part: string) =>
    part === 'tags.name' || [...known].some((path) => path === part || path.startsWith(`${part}.`))
  for (const id of columnIds)
    for (const part of columnOf(id).wire.split(','))
      expect([id, part, isKnown(part)]).toEqual([id, part, true])
})
