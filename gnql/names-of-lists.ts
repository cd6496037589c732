import { analyze } from './analyze.ts'
import { plainText } from './tree.ts'

/** No text without these letters names a list. */
export const mayNameLists = (text: string): boolean => /list/iu.test(text)

/** What a query over addresses calls the lists that it asks for, each once; none of a text that cannot be understood. */
export function namesOfLists(text: string): string[] {
  if (!mayNameLists(text)) return []
  const { clauses } = analyze(text, { catalogue: 'ip', now: 0, windowDays: 0 })
  const names = [...clauses.values()].flatMap(({ fields: [field], said }) => {
    const name = field?.type === 'list' && said.kind === 'value' ? plainText(said.text) : null
    return name === null ? [] : [name]
  })
  return [...new Set(names)]
}
