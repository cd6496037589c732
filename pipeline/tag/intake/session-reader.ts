import type { Column } from '#gnql/predicate.ts'
import { parseAddress } from '#gnql/values/address.ts'
import { fold } from '#gnql/values/fold.ts'
import type { SessionRow } from '#store/analytics/sessions/row.ts'
import { ruleReader } from '../reading.ts'

/** What rules read in one column, and in which form they compare it. */
interface Slot {
  read: (row: SessionRow) => unknown
  form: (value: unknown) => unknown
}

const foldedText = (value: unknown): string | null => (typeof value === 'string' ? fold(value) : null)

const noTexts: readonly string[] = []
function foldedTexts(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) return noTexts
  const texts: string[] = []
  for (const text of value) if (typeof text === 'string') texts.push(fold(text))
  return texts
}

/** How values of a shape are compared (gnql/match.ts); those of other shapes as they are. */
const forms: { readonly [shape in Column['shape']]?: Slot['form'] } = {
  text: foldedText,
  'text-list': foldedTexts,
  ip: (value) => (typeof value === 'string' ? parseAddress(value) : null),
}

/** The columns that some rules read, each under a number. */
export class ReadColumns {
  readonly #numbers = new Map<string, number>()
  readonly slots: Slot[] = []

  /** The number under which `SessionReader.get` gives the column's value in the form that its shape is compared in. */
  numberOf({ name, shape }: Column): number {
    const form = forms[shape]
    return form ? this.#number(`${name} ${shape}`, name, form) : this.numberAsItIs(name)
  }

  /** The number of the column's value as the session holds it. */
  numberAsItIs(name: string): number {
    return this.#number(name, name, (value) => value)
  }

  #number(key: string, name: string, form: Slot['form']): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.slots.length)
    return this.slots.push({ read: ruleReader(name), form }) - 1
  }
}

/** Reads one session after the other; whatever several rules ask for is worked out once a session. */
export class SessionReader {
  readonly #slots: readonly Slot[]
  readonly #values: unknown[]
  /** By column: the session, by its number, whose value stands there. */
  readonly #rounds: Uint32Array
  #row!: SessionRow
  /** Counts the sessions. */
  round = 0

  constructor({ slots }: ReadColumns) {
    this.#slots = slots
    this.#values = slots.map(() => null)
    this.#rounds = new Uint32Array(slots.length)
  }

  start(row: SessionRow): void {
    this.#row = row
    this.round += 1
  }

  get(column: number): unknown {
    if (this.#rounds[column] === this.round) return this.#values[column]
    const { read, form } = this.#slots[column]!
    this.#rounds[column] = this.round
    return (this.#values[column] = form(read(this.#row)))
  }
}
