import { readFileSync, writeFileSync } from 'node:fs'
import { fieldEntries } from '#gnql/reference/fields.ts'
import { markdownTable } from '#gnql/reference/table.ts'
import { registries } from '#gnql/registry/registries.ts'
import { fieldCatalogues } from '#gnql/registry/registry.ts'

/** Writes the tables of fields in docs/gnql.md anew from the registry. */
const file = new URL('../docs/gnql.md', import.meta.url)
let page = readFileSync(file, 'utf8')
for (const catalogue of fieldCatalogues) {
  const table = markdownTable(fieldEntries(registries[catalogue]))
  page = page.replace(
    new RegExp(`(<!-- fields:${catalogue} -->\\n)[\\s\\S]*?(<!-- /fields -->)`),
    (_, before: string, after: string) => `${before}${table}\n${after}`,
  )
}
writeFileSync(file, page)
