import { lackingGroups, restrictedPaths } from '#model/ip-document/groups.ts'
import type { Scope } from '#services/scope.ts'

/** Paths of the record that stand empty because the caller's plan lacks them. */
export const restrictedOf = ({ plan }: Scope): string[] => restrictedPaths(lackingGroups(plan))

/** Clients tell by the status whether they have the whole record (public API notes, 2). */
export const statusOf = (restricted: readonly string[]): 200 | 206 => (restricted.length > 0 ? 206 : 200)

/** The 206 of a call, for its OpenAPI description. */
export const inPart = <C extends object>(content: C) => ({
  206: { description: 'Without what the plan lacks, which `restricted_fields` lists', content },
})
