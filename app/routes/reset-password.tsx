import { ApiForm } from '../features/account/form.tsx'
import { NewPassword } from '../features/account/new-password.tsx'
import { leaveFor } from '../features/account/leave.ts'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/reset-password'

export const loader = ({ url }: Route.LoaderArgs) => ({ token: url.searchParams.get('token') ?? '' })

export const meta: Route.MetaFunction = () => [
  ...pageTexts('New password · Noisefloor', 'Choose a new password with the link of the mail.'),
  { name: 'referrer', content: 'same-origin' },
]

interface Chosen {
  signed_in: boolean
  error: string | null
}

function nextOf(chosen: Chosen | null): string {
  if (chosen?.signed_in) return '/'
  return chosen?.error ? `/auth-required?${new URLSearchParams({ error: chosen.error })}` : '/auth-required'
}

export default function ResetPassword({ loaderData: { token } }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid max-w-[400px] gap-5 py-6">
      <h1 className="text-head font-semibold">Choose a new password</h1>
      <p>It ends every sign-in of your account, and signs you in here unless a second factor guards it.</p>
      <ApiForm<Chosen>
        path="/api/auth/reset-password"
        method="POST"
        label="Choose it"
        also={{ token }}
        onDone={({ data }) => leaveFor(nextOf(data))}
      >
        <NewPassword label="New password" />
      </ApiForm>
    </div>
  )
}
