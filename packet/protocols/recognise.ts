import type { Dissector, StreamStart } from '../stream.ts'

/** Recognises nothing: every conversation keeps its transport's facts only. */
export function openDissector(_start: StreamStart): Dissector {
  return { push: () => false, gap() {}, finish() {} }
}
