import { profileTypes } from '#model/sensor/profile.ts'
import { services } from '../context.ts'
import { ProfileEditor } from '../features/sensors/profile-editor.tsx'
import { orRouteError } from '../route-error.ts'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/sensor-profile-create'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { can, getProfile, listProfiles } = context.get(services)
  const edit = searchParams.get('edit')
  // No profile is called so: a shipped one's id is its file's name, an own one's a UUID.
  const isOfDevice = searchParams.get('from') === 'hardware'
  const from = edit ?? (isOfDevice ? null : searchParams.get('from') || null)
  const [source, profiles] = await orRouteError(
    Promise.all([from === null ? null : getProfile({ id: from.slice(0, 64) }), listProfiles()]),
  )
  return {
    source: source?.profile ?? null,
    type: isOfDevice ? ('hardware' as const) : ('decoys' as const),
    types: profileTypes.filter((one) => one === 'decoys' || can('feature-sensors-hardware')),
    edited: edit !== null && source?.isOwn ? source.profile.id : null,
    choices: profiles.map(({ profile: { id, name } }) => ({ id, name })),
  }
}

export const meta: Route.MetaFunction = () =>
  pageTexts('Create a profile · Noisefloor', 'Describe what a sensor of yours pretends to be.')

export default function CreateProfile({ loaderData }: Route.ComponentProps) {
  return <ProfileEditor key={loaderData.source?.id ?? loaderData.type} {...loaderData} />
}
