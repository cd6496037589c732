import { Link } from 'react-router'
import { useFrame } from '../../page-frame.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { ApiForm } from './form.tsx'

/** Asks for a token and opens the documentation elsewhere with it (specification §4). */
export const OpenDocs = () => (
  <ApiForm<{ url: string }>
    path="/api/user/redirect-token"
    method="POST"
    label="Open the documentation"
    look={{ variant: 'secondary' }}
    onDone={({ data }) => window.location.assign(data?.url ?? '/')}
  />
)

const link = `${buttonLook({ variant: 'secondary' })} justify-self-start hover:no-underline`

/** Where somebody goes on who has a username: to the documentation, once they have finished signing up. */
export function WayToDocs({ hasDocs }: { hasDocs: boolean }) {
  const { user } = useFrame()
  // That site takes nobody whose address is not confirmed.
  if (user?.step)
    return (
      <Link to="/signup/welcome" className={link}>
        Go on
      </Link>
    )
  if (hasDocs) return <OpenDocs />
  return (
    <Link to="/account/help" className={link}>
      Go on to what there is to read
    </Link>
  )
}
