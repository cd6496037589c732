import { Link } from 'react-router'
import { signInPath } from '../../guards/sign-in.ts'
import { useFrame } from '../../page-frame.tsx'
import { useUserStore } from '../account/user-store.ts'

/** Who can give what a part of a page lacks, in one line; the page of a refusal says the same at length (upsell.tsx). */
export function WhoGrants() {
  const { user, hasSupport } = useFrame()
  const { redirectUrl } = useUserStore()
  if (!user)
    return (
      <p className="text-ink-2">
        <Link to={signInPath(redirectUrl, { hint: 'login' })}>Log in</Link> with an account whose plan has it;
        the operator of this server decides what a plan has.
      </p>
    )
  if (user.isConsumer)
    return (
      <p className="text-ink-2">
        An account with your work email may have it; the operator of this server decides what a plan has.
      </p>
    )
  return (
    <p className="text-ink-2">
      An upgrade of your account gives it; the operator of this server grants that.
      {hasSupport && (
        <>
          {' '}
          <Link to="/account/help">Contact us</Link>
        </>
      )}
    </p>
  )
}
