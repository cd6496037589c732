import { useSearchParams } from 'react-router'
import { localPath } from '#model/local-path.ts'
import { DisplayForm } from '../features/display/display-form.tsx'
import { Panel } from '../ui/panel.tsx'
import type { Route } from './+types/settings'

export const meta: Route.MetaFunction = () => [{ title: 'Display · Noisefloor' }]

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
