import type { HomeReport } from '#model/home.ts'
import { homeNumbers } from '#store/analytics/ips/home.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'

/** What the home page shows. */
export const home = verb([], ({ analytics, clock }: Ctx): Promise<HomeReport> =>
  homeNumbers(analytics, { now: clock() }),
)
