import { Form, Link } from 'react-router'
import { profileCategories } from '#model/sensor/profile.ts'
import { services } from '../context.ts'
import { ProfileCard } from '../features/sensors/profile-card.tsx'
import { orRouteError } from '../route-error.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { counted } from '../ui/numbers.ts'
import { Empty } from '../ui/state.tsx'
import { useFieldOfAddress } from '../ui/use-field-of-address.ts'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/sensor-profiles'
import { Select } from '../ui/select.tsx'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const search = (searchParams.get('search') ?? '').slice(0, 200)
  const category = profileCategories.find((one) => one === searchParams.get('category'))
  const profiles = await orRouteError(
    context.get(services).listProfiles({ search, ...(category && { categories: [category] }) }),
  )
  return { search, category, profiles }
}

export const meta: Route.MetaFunction = () =>
  pageTexts(
    'Sensor profiles · Noisefloor',
    'What sensors can pretend to be: routers, cameras, mail servers and more.',
  )

const control =
  'h-[34px] min-w-0 rounded-control border border-control bg-surface px-3 text-ink pointer-coarse:min-h-11'

export default function SensorProfiles({ loaderData: { search, category, profiles } }: Route.ComponentProps) {
  const words = useFieldOfAddress<HTMLInputElement>(search)
  const kind = useFieldOfAddress<HTMLSelectElement>(category ?? '')
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-baseline justify-between gap-3">
        <h1 className="text-head font-semibold">Profiles</h1>
        <span className="flex flex-wrap gap-2">
          <Link
            to="/sensors/profiles/request"
            className={`${buttonLook({ variant: 'secondary' })} hover:no-underline`}
          >
            Request a profile
          </Link>
          <Link to="/sensors/profiles/create" className={`${buttonLook()} hover:no-underline`}>
            Create a profile
          </Link>
        </span>
      </header>
      <p className="max-w-prose text-ink-2">
        What a sensor looks like to whoever scans it: ports, banners and answers. Switching takes a few
        seconds, and nothing is installed anew.
      </p>
      <Form role="search" aria-label="Search profiles" className="chrome flex flex-wrap gap-2">
        <input
          ref={words}
          name="search"
          type="search"
          aria-label="Name, protocol or CVE"
          placeholder="Name, protocol or CVE"
          defaultValue={search}
          maxLength={200}
          className={`${control} w-full max-w-md placeholder:text-ink-3`}
        />
        <Select
          ref={kind}
          name="category"
          aria-label="Category"
          defaultValue={category ?? ''}
          options={[
            { label: 'All categories', value: '' },
            ...profileCategories.map((one) => ({ label: one, value: one })),
          ]}
        />
        <Button type="submit" variant="secondary" size="lg">
          Search
        </Button>
      </Form>
      <p aria-live="polite">
        <strong className="font-semibold">{counted(profiles.length, 'profile')}</strong>
      </p>
      {profiles.length === 0 ? (
        <Empty why="No profile matches.">
          <Link to="/sensors/profiles">View all profiles</Link>
        </Empty>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {profiles.map((one) => (
            <ProfileCard key={one.profile.id} of={one} />
          ))}
        </ul>
      )}
    </div>
  )
}
