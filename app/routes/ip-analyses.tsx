import { services } from '../context.ts'
import { kindWords } from '../features/analysis/kind.ts'
import { loadStartPage, StartPage } from '../features/analysis/start-page.tsx'
import { orRouteError } from '../route-error.ts'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/ip-analyses'

export const loader = ({ context, url: { searchParams } }: Route.LoaderArgs) =>
  loadStartPage(searchParams, (of) => orRouteError(context.get(services).ipAnalyses(of)))

export const meta: Route.MetaFunction = () =>
  pageTexts(
    `${kindWords.ips.title} · Noisefloor`,
    'Paste a log or send a file: what is known of all addresses in it.',
  )

export default function IpAnalyses({ loaderData }: Route.ComponentProps) {
  return <StartPage kind="ips" {...loaderData} />
}
