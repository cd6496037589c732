import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { frame, services } from '../../context.ts'
import { AccountFrame } from '../../features/account/frame.tsx'
import { ApiForm } from '../../features/account/form.tsx'
import { NamedKeys } from '../../features/account/named-keys.tsx'
import { keyExamples } from '../../features/account/key-examples.server.ts'
import { KeyExamples } from '../../features/account/key-examples.tsx'
import { counted } from '../../ui/numbers.ts'
import { useFrame } from '../../page-frame.tsx'
import { orRouteError } from '../../route-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { pageTexts } from '../../page-texts.ts'
import type { Route } from './+types/api-key'
import { Select } from '../../ui/select.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { getWorkspaceKey, listNamedKeys } = context.get(services)
  const [state, keys] = await orRouteError(Promise.all([getWorkspaceKey(), listNamedKeys()]))
  return { state, keys, examples: keyExamples(context.get(frame).status.url) }
}

export const meta: Route.MetaFunction = () =>
  pageTexts('API key · Noisefloor', 'The key by which programs use the API, and how to change it.')

const iso = (at: number): string => new Date(at).toISOString()

export default function ApiKeyPage({ loaderData: { state, keys, examples } }: Route.ComponentProps) {
  const { user } = useFrame()
  const { revalidate } = useRevalidator()
  const [made, setMade] = useState('')
  const [overlap, setOverlap] = useState(1)
  return (
    <AccountFrame title="API key">
      <Panel title={`Key of ${user?.workspace ?? 'the workspace'}`}>
        <div className="grid gap-4">
          {state.masked === null ? (
            <p>There is none yet. Members of this workspace share one.</p>
          ) : (
            <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
              <dt className="text-ink-2">Key</dt>
              <dd>
                <code>{state.masked}</code>
              </dd>
              <dt className="text-ink-2">Made</dt>
              <dd>
                <Moment at={state.created === null ? '' : iso(state.created)} />
                {state.madeBy && ` by ${state.madeBy}`}
              </dd>
              <dt className="text-ink-2">Last used</dt>
              <dd>
                <Moment at={state.lastUsed === 0 ? '' : iso(state.lastUsed)} />
              </dd>
              {state.former.map(({ masked, expires }) => (
                <div key={masked} className="contents">
                  <dt className="text-ink-2">Before it</dt>
                  <dd>
                    <code>{masked}</code> works until <Moment at={iso(expires)} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {made && (
            <Alert variant="success">
              <p>This is the whole key. It is shown this once: copy it now.</p>
              <code className="block pt-1 break-all select-all">{made}</code>
            </Alert>
          )}
          <ApiForm<{ key: string }>
            path="/api/workspace/key"
            method="PUT"
            inWorkspace
            label={state.masked === null ? 'Make a key' : 'Rotate the key'}
            ask={
              state.masked === null
                ? undefined
                : `Rotate the key? ${state.masked} ends ${overlap === 0 ? 'at once' : `in ${counted(overlap, 'day')}`}.`
            }
            also={{ overlap_days: state.masked === null ? 0 : overlap }}
            onDone={({ data }) => {
              setMade(data?.key ?? '')
              void revalidate()
            }}
          >
            {state.masked !== null && (
              <label className="flex flex-wrap items-center gap-2">
                The present key goes on working for
                <Select
                  value={overlap}
                  onChange={({ target }) => setOverlap(Number(target.value))}
                  options={[0, 1, 2, 3, 4, 5, 6, 7].map((days) => ({
                    label: days === 1 ? '1 day' : `${days} days`,
                    value: days,
                  }))}
                />
              </label>
            )}
          </ApiForm>
        </div>
      </Panel>
      <NamedKeys keys={keys} onChange={() => void revalidate()} />
      <KeyExamples examples={examples} />
    </AccountFrame>
  )
}
