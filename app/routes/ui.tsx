import { Charts } from '../features/primitives/charts.tsx'
import { Choosing } from '../features/primitives/choosing.tsx'
import { CodeSamples, Feedback, Inputs, Looks } from '../features/primitives/samples.tsx'
import { highlighted } from '../ui/code/highlight.server.ts'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/ui'

const samples = [
  ['http', 'GET /v3/ip/198.51.100.7 HTTP/1.1\nkey: YOUR-KEY\n'],
  ['javascript', "const answer = await fetch('/v3/ip/198.51.100.7')\n"],
  ['json', '{ "ip": "198.51.100.7", "found": true, "sessions": 12 }\n'],
] as const

export const loader = () => ({
  samples: samples.map(([language, code]) => ({ language, pieces: highlighted(code, language) })),
})

export const meta: Route.MetaFunction = () =>
  pageTexts('Interface · Noisefloor', 'Every part of the interface in every state.')

/** Every part that pages are made of, in every state: what somebody looks at who changes one. */
export default function Interface({ loaderData }: Route.ComponentProps) {
  return (
    <div className="grid gap-5">
      <h1 className="text-head font-semibold">Interface</h1>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Looks />
        <Inputs />
        <Choosing />
        <Feedback />
        <Charts />
        <CodeSamples samples={loaderData.samples} />
      </div>
    </div>
  )
}
