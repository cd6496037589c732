import { services } from '../context.ts'
import { JobsPanel } from '../features/server/jobs.tsx'
import { useLive } from '../features/shell/use-live.ts'
import { useFrame } from '../page-frame.tsx'
import { orRouteError } from '../route-error.ts'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/sla'

export async function loader({ context }: Route.LoaderArgs) {
  return { jobs: await orRouteError(context.get(services).jobs()) }
}

export const meta: Route.MetaFunction = () =>
  pageTexts('Background jobs · Noisefloor', 'How the work in the background fares on this server.')

export default function ServiceLevel({ loaderData: { jobs } }: Route.ComponentProps) {
  useLive(true)
  return <JobsPanel jobs={jobs} now={useFrame().status.now} />
}
