import { quote } from '../quoting.ts'

const plain = /^[\p{L}\p{N}_./][\p{L}\p{N}_./@+-]*$/u
const operator = /^(?:and|or|not)$/iu

/** A value as data: as it is where that is safe anywhere, else in quotes. */
export const valueText = (value: string): string =>
  plain.test(value) && !operator.test(value) ? value : quote(value === '' ? [] : [value])
