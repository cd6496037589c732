import { Refusal } from '#model/errors.ts'
import { QueryFailed } from '#store/analytics/query/errors.ts'

/** The engine's names for rows it cannot read or hold; all else it says is about itself, not about the rows. */
const aboutData = new Set([
  'ARGUMENT_OUT_OF_BOUND',
  'ATTEMPT_TO_READ_AFTER_EOF',
  'CANNOT_CONVERT_TYPE',
  'CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN',
  'CANNOT_READ_ALL_DATA',
  'DECIMAL_OVERFLOW',
  'INCORRECT_DATA',
  'INVALID_JSON_STRUCTURE',
  'SIZES_OF_ARRAYS_DONT_MATCH',
  'TOO_LARGE_ARRAY_SIZE',
  'TOO_LARGE_STRING_SIZE',
  'TOO_LARGE_SIZE_COMPRESSED',
  'TYPE_MISMATCH',
  'UNEXPECTED_DATA_AFTER_PARSED_VALUE',
  'UNKNOWN_ELEMENT_OF_ENUM',
  'VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE',
  'VIOLATED_CONSTRAINT',
])

/**
 * Will repeating never help? So it is when the rows themselves are the reason: the engine cannot read them, one of
 * our verbs refuses them, or making rows of them failed. Missing tables, missing rights, a full disk or a broken tag
 * rule concern every session alike: setting them all aside would help nobody, so these are waited out, in sight.
 */
export function refusedForGood(error: unknown): boolean {
  if (error instanceof Refusal) return error.status < 500 && error.code !== 'rate-limited'
  if (error instanceof QueryFailed) return aboutData.has(error.type) || error.type.startsWith('CANNOT_PARSE_')
  return error instanceof TypeError || error instanceof RangeError
}
