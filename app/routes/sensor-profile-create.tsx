import { services } from '../context.ts'
import { ProfileEditor } from '../features/sensors/profile-editor.tsx'
import { orRouteError } from '../route-error.ts'
import type { Route } from './+types/sensor-profile-create'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { getProfile, listProfiles } = context.get(services)
  const edit = searchParams.get('edit')
  const from = edit ?? searchParams.get('from')
  const [source, profiles] = await orRouteError(
    Promise.all([from === null ? null : getProfile({ id: from.slice(0, 64) }), listProfiles()]),
  )
  return {
    source: source?.profile ?? null,
    edited: edit !== null && source?.isOwn ? source.profile.id : null,
    choices: profiles.map(({ profile: { id, name } }) => ({ id, name })),
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'Create a profile · Noisefloor' }]

export default function CreateProfile({ loaderData }: Route.ComponentProps) {
  return <ProfileEditor key={loaderData.source?.id ?? ''} {...loaderData} />
}
