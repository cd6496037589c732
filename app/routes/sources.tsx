import { services } from '../context.ts'
import { Sources } from '../features/sources/sources.tsx'
import { useFrame } from '../page-frame.tsx'
import { orRouteError } from '../route-error.ts'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/sources'

export async function loader({ context }: Route.LoaderArgs) {
  return { report: await orRouteError(context.get(services).sources()) }
}

export const meta: Route.MetaFunction = () =>
  pageTexts(
    'Reference data · Noisefloor',
    'Where facts about addresses, actors, sightings and CVEs come from, how old they are, and their licences.',
  )

export default function SourcesPage({ loaderData: { report } }: Route.ComponentProps) {
  return <Sources report={report} now={useFrame().status.now} />
}
