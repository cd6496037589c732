import { services } from '../context.ts'
import { Sources } from '../features/sources/sources.tsx'
import { useFrame } from '../frame.tsx'
import { answering } from '../refusal.ts'
import type { Route } from './+types/sources'

export async function loader({ context }: Route.LoaderArgs) {
  return { report: await answering(context.get(services).sources()) }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Reference data · Noisefloor' },
  {
    name: 'description',
    content: 'Where the facts about addresses come from, how old they are, and their licences.',
  },
]

export default function SourcesPage({ loaderData: { report } }: Route.ComponentProps) {
  return <Sources sources={report.sources} now={useFrame().standing.now} />
}
