import { claimWords, disputeClaims, disputeLimits } from '#model/dispute.ts'
import { Button } from '../../ui/button.tsx'
import { useFrame } from '../../page-frame.tsx'
import { Field } from '../account/field.tsx'
import { TextArea } from '../account/text-area.tsx'
import { useCaptchaField } from '../captcha/field.tsx'

/** What somebody says against the verdict on an address. The browser sends it itself, so that it works without scripts. */
export function DisputeForm({ ip }: { ip: string }) {
  const { user } = useFrame()
  const captcha = useCaptchaField()
  return (
    <form
      action="/api/disputes"
      method="post"
      onSubmit={captcha.onSubmit}
      className="grid max-w-[60ch] justify-items-start gap-4"
    >
      <input type="hidden" name="ip" value={ip} />
      {captcha.field}
      <fieldset className="grid gap-1">
        <legend className="pb-1 font-medium">What is wrong</legend>
        {disputeClaims.map((claim) => (
          <label key={claim} className="flex items-center gap-2">
            <input type="radio" name="claim" value={claim} required />
            {claimWords[claim]}
          </label>
        ))}
      </fieldset>
      <TextArea label="Explanation" name="explanation" required maxLength={disputeLimits.explanation} />
      {user ? (
        <p className="text-ink-2">The answer goes to {user.email}.</p>
      ) : (
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          hint="For the answer. It is shown to those who run this server, and to nobody else."
        />
      )}
      <Button type="submit">Send</Button>
    </form>
  )
}
