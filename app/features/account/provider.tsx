import { buttonLook } from '../../ui/button.tsx'

interface ByProviderProps {
  /** As people know it. */
  name: string
  redirect: string
  label?: string
  /** Whether the provider is to begin with making an account there. */
  hint?: 'login' | 'signup'
  /** What the link of an invitation holds. */
  invite?: string
  /** Adds the identity to the account that is signed in. */
  isLinking?: boolean
}

/** Leads to the provider of sign-ins and back; a plain form, which needs no scripts. */
export function ByProvider({
  name,
  redirect,
  hint = 'login',
  label = `${hint === 'signup' ? 'Sign up' : 'Log in'} with ${name}`,
  invite,
  isLinking = false,
}: ByProviderProps) {
  return (
    <form method="post" action="/api/auth/signin/oidc">
      <input type="hidden" name="callback_url" value={redirect} />
      {invite !== undefined && <input type="hidden" name="invite" value={invite} />}
      <input type="hidden" name="hint" value={hint} />
      {isLinking && <input type="hidden" name="link" value="true" />}
      <button type="submit" className={buttonLook({ variant: 'secondary' })}>
        {label}
      </button>
    </form>
  )
}
