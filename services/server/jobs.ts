import type { JobStatus } from '#model/server-status.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'

/** How the work in the background fares, in the order of its list. */
export const jobStatuses = verb(['operator'], async ({ jobs }: Ctx): Promise<readonly JobStatus[]> => jobs())
