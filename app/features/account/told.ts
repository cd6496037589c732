/** What the log of a workspace keeps of a change, field by field. */
export interface Told {
  /** "" where what changed is one text. */
  field: string
  /** "" is nothing. */
  before: string
  after: string
}

/** Acts that write an object of fields down (services/operator, disputes, sensors); of any other the text is what somebody wrote. */
const ofFields = new Set([
  'user.offering',
  'dispute.answer',
  'dispute.decline',
  'dispute.undo',
  'sensor.change',
])

export function toldOf({ act, before, after }: { act: string; before: string; after: string }): Told[] {
  const then = ofFields.has(act) ? fieldsOf(before) : null
  const now = ofFields.has(act) ? fieldsOf(after) : null
  if (then === null && now === null) return before || after ? [{ field: '', before, after }] : []
  const names = new Set([...(then?.keys() ?? []), ...(now?.keys() ?? [])])
  return [...names].flatMap((field) => {
    const told = { field, before: then?.get(field) ?? '', after: now?.get(field) ?? '' }
    return told.before === told.after ? [] : [told]
  })
}

/** null for a text that is no object, as of one that was cut. */
function fieldsOf(text: string): Map<string, string> | null {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null) return null
    return new Map(Object.entries(read).map(([name, value]) => [name, textOf(value)]))
  } catch {
    return null
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  return Object.values(value).map(textOf).join(', ')
}
