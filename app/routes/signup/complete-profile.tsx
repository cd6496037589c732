import { services } from '../../context.ts'
import { Field } from '../../features/account/field.tsx'
import { ApiForm } from '../../features/account/form.tsx'
import { leaveFor } from '../../features/account/leave.ts'
import { orRouteError } from '../../route-error.ts'
import { pageTexts } from '../../page-texts.ts'
import type { Route } from './+types/complete-profile'

export async function loader({ context }: Route.LoaderArgs) {
  const { user } = await orRouteError(context.get(services).getUser())
  return { user }
}

export const meta: Route.MetaFunction = () => pageTexts('Your name · Noisefloor', 'Tell us how to call you.')

export default function CompleteProfile({ loaderData: { user } }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid max-w-[400px] gap-5 py-6">
      <h1 className="text-head font-semibold">What is your name?</h1>
      <p>Members of your workspaces see it.</p>
      <ApiForm
        path="/api/user"
        method="PUT"
        label="Go on"
        onDone={() => leaveFor(user.emailVerified ? '/signup/welcome' : '/signup/verify-email')}
      >
        <Field
          label="First name"
          name="first_name"
          defaultValue={user.firstName}
          autoComplete="given-name"
          required
          maxLength={200}
        />
        <Field
          label="Last name"
          name="last_name"
          defaultValue={user.lastName}
          autoComplete="family-name"
          required
          maxLength={200}
        />
      </ApiForm>
    </div>
  )
}
