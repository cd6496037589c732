import { useRevalidator } from 'react-router'
import { services } from '../../context.ts'
import { Field } from '../../features/account/field.tsx'
import { ApiForm } from '../../features/account/form.tsx'
import { WayToDocs } from '../../features/account/way-to-docs.tsx'
import { orRouteError } from '../../route-error.ts'
import { pageTexts } from '../../page-texts.ts'
import type { Route } from './+types/add-username'

export async function loader({ context }: Route.LoaderArgs) {
  const { getUser, hasDocs } = context.get(services)
  const { user } = await orRouteError(getUser())
  return { username: user.username, hasDocs }
}

export const meta: Route.MetaFunction = () =>
  pageTexts('Username · Noisefloor', 'Choose the name that others see.')

export default function AddUsername({ loaderData: { username, hasDocs } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto grid max-w-[400px] gap-5 py-6">
      <h1 className="text-head font-semibold">Choose a username</h1>
      <p>The documentation knows you by it.</p>
      <ApiForm
        path="/api/user"
        method="PUT"
        label="Keep it"
        done="It is kept."
        onDone={() => void revalidate()}
      >
        <Field
          label="Username"
          name="username"
          defaultValue={username}
          autoComplete="nickname"
          required
          maxLength={100}
        />
      </ApiForm>
      {username !== '' && <WayToDocs hasDocs={hasDocs} />}
    </div>
  )
}
