import { type MouseEvent, useEffect, useState } from 'react'
import { scriptsOf, type ThirdParties } from '#model/third-parties.ts'
import { type Consent, readConsent, writeConsent } from '../../settings/consent.ts'
import { buttonLook } from '../../ui/button.tsx'

/** Milliseconds after which it looks whether another window has answered (specification §9). */
const lookAgainMs = 500

export const consentHref = (to: Consent | 'revoke', back: string): string =>
  `/settings/consent?${new URLSearchParams({ to, back })}`

/** The notice about cookies, until it is answered. Links, so that it works without scripts; with them nothing is loaded anew. */
export function ConsentNotice({
  consent,
  back,
  parties,
}: {
  consent: Consent | null
  back: string
  parties: ThirdParties
}) {
  const [answered, setAnswered] = useState(false)
  useEffect(() => {
    if (consent !== null) return
    const timer = setTimeout(() => setAnswered(readConsent(document.cookie) !== null), lookAgainMs)
    return () => clearTimeout(timer)
  }, [consent])
  if (consent !== null || answered) return null
  const followers = scriptsOf(parties).map((script) => new URL(script).host)
  const answer = (to: Consent) => (event: MouseEvent) => {
    event.preventDefault()
    document.cookie = writeConsent(to)
    setAnswered(true)
  }
  return (
    <section
      aria-label="Cookies"
      className="consent chrome fixed bottom-3 left-3 z-10 grid max-w-[min(22rem,calc(100vw-1.5rem))] gap-2 rounded-control border border-line-strong bg-surface p-3 text-dense shadow-(--layer-shadow)"
    >
      <p>
        This server keeps cookies for your sign-in and for how you want things shown.{' '}
        {followers.length === 0
          ? 'Nothing follows you elsewhere.'
          : `If you allow it, pages also load scripts of ${followers.join(' and ')}, which see what you read.`}
      </p>
      <p className="flex gap-2">
        {(['allow', 'deny'] as const).map((to) => (
          <a
            key={to}
            href={consentHref(to, back)}
            rel="nofollow"
            onClick={answer(to)}
            className={`${buttonLook({ variant: 'secondary', size: 'sm' })} no-underline`}
          >
            {to === 'allow' ? 'Allow' : 'Decline others'}
          </a>
        ))}
        <a
          href={consentHref('dismiss', back)}
          rel="nofollow"
          onClick={answer('dismiss')}
          className={`${buttonLook({ variant: 'quiet', size: 'sm' })} no-underline`}
        >
          Dismiss
        </a>
      </p>
    </section>
  )
}
