import type { Clause } from '../resolve/clause.ts'
import type { Field } from '../registry/field.ts'
import { phrases, truths } from './phrases.ts'
import { saidName, saidRange, saidText } from './value.ts'

/** A title inside a sentence: "Reverse name" → "reverse name", "HASSH port" stays. */
const nounOf = ({ title }: Field): string =>
  /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title

/** What is said of the value alone; every sentence and phrase holds it. */
export function valueOf({ fields: [field], said: what }: Clause): string {
  switch (what.kind) {
    case 'value':
      return saidText(field, what.text)
    case 'range':
      return saidRange(field, what.range)
    case 'name':
      return saidName(what.text)
    case 'exists':
    case 'interesting':
    case 'everything':
      return ''
  }
}

/** One condition in words that stand after "IPs": "tagged Mirai", "seen in the last day", "named Shodan". */
export function phraseOf(clause: Clause): string {
  const { fields, said: what } = clause
  const [field, second] = fields
  switch (what.kind) {
    case 'everything':
      return 'of any kind'
    case 'interesting':
      return 'that are interesting'
    case 'name':
      return `named ${valueOf(clause)}`
    case 'exists':
      return field ? (phrases[field.name]?.any ?? `with any ${nounOf(field)}`) : 'of any kind'
    case 'value':
    case 'range': {
      const value = valueOf(clause)
      if (!field) return `with ${value}`
      if (second) return `with ${fields.map(nounOf).join(' or ')} ${value}`
      return field.type === 'boolean' ? truth(field, value) : withValue(field, value)
    }
  }
}

function truth(field: Field, value: string): string {
  const words = truths[field.name]
  const isTrue = value.toLowerCase() === 'true'
  return words ? words[isTrue ? 0 : 1] : `with ${nounOf(field)} ${isTrue ? 'true' : 'false'}`
}

const withValue = (field: Field, value: string): string =>
  (phrases[field.name]?.is ?? `with ${nounOf(field)} {}`).replace('{}', () => value)
