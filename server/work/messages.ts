import type { Tag } from '#model/tag.ts'

/** What the server's thread tells a worker. */
export interface ToWorker {
  task: string
  input: unknown
  /** One number shared by both: not 0 once nobody waits for the answer. */
  cancel: Int32Array
}

export type FromWorker =
  | { ok: true; output: unknown }
  | { ok: false; error: unknown; refusal: { code: string; message: string } | null }

export interface WorkerFacts {
  tags: ReadonlyMap<string, Tag>
}
