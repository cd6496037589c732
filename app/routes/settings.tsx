import { useSearchParams } from 'react-router'
import { localPath } from '#model/local-path.ts'
import { DisplayForm } from '../features/display/display-form.tsx'
import { Panel } from '../ui/panel.tsx'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/settings'

export const meta: Route.MetaFunction = () =>
  pageTexts('Display · Noisefloor', 'Theme, time zone, clock and density of the pages.')

export default function DisplayPage() {
  const [asked] = useSearchParams()
  return (
    <div className="grid gap-4">
      <h1 className="text-head font-bold">Display</h1>
      <Panel title="How this browser shows things">
        <DisplayForm back={localPath(asked.get('back') ?? '/settings')} />
      </Panel>
    </div>
  )
}
