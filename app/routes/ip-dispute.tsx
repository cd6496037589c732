import { Link } from 'react-router'
import { withCommas } from '#model/numbers.ts'
import { disputeLimits } from '#model/dispute.ts'
import { services } from '../context.ts'
import { DisputeForm } from '../features/dispute/dispute-form.tsx'
import { ownOf } from '../own-of.ts'
import { orRouteError } from '../route-error.ts'
import { Alert } from '../ui/alert.tsx'
import { FormError } from '../ui/form-error.tsx'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/ip-dispute'

/** Why it was not taken, by the code in the address: nothing else of the address is shown. */
const refusals: Record<string, string> = {
  email: 'This is no address of mail: expected name@example.org.',
  'no-token':
    'The bot check of this server was not passed. It needs scripts, and https or localhost. Try again.',
  'rate-limited': 'Too many disputes came from there. Wait a quarter of an hour, then try again.',
  conflict: 'A dispute of yours about this address waits for an answer already.',
  busy: 'Too many disputes wait for an answer. Try again in a few days.',
}
const otherwise = 'The server did not take it. Look at what you wrote, and try again.'

export async function loader({ context, params, url: { searchParams } }: Route.LoaderArgs) {
  const ip = await orRouteError(context.get(services).addressIn(params.ip))
  const refused = searchParams.get('refused')
  return {
    ip,
    isSent: searchParams.has('sent'),
    refused: refused === null ? '' : (ownOf(refusals, refused) ?? otherwise),
  }
}

export const meta: Route.MetaFunction = () => [
  ...pageTexts(
    'Is this your address? · Noisefloor',
    'Tell the operator why a verdict about your address is wrong.',
  ),
  { name: 'robots', content: 'noindex' },
]

export default function IpDispute({ loaderData: { ip, isSent, refused } }: Route.ComponentProps) {
  const page = (
    <Link to={`/ip/${encodeURIComponent(ip)}`} className="font-mono break-all">
      {ip}
    </Link>
  )
  return (
    <div className="grid gap-5">
      <h1 className="text-head font-semibold">Is this your address?</h1>
      {isSent ? (
        <>
          <Alert variant="success">Your dispute waits for an answer.</Alert>
          <p className="max-w-[60ch]">
            Those who run this server read it. They may set the verdict on {page} for a time, or decline;
            either way their answer stands in public on its page, and you get it by mail. Until then nothing
            changes, and nobody else sees what you wrote. Of each sender one dispute about an address waits at
            a time: a second one changes nothing.
          </p>
        </>
      ) : (
        <>
          {refused !== '' && <FormError title="Not sent" message={refused} />}
          <p className="max-w-[60ch]">
            Tell those who run this server what is wrong with the verdict on {page}: in plain text, up to{' '}
            {withCommas(disputeLimits.explanation)} characters. The verdict itself follows from what the
            address did, and says on its page what would change it.
          </p>
          <DisputeForm ip={ip} />
        </>
      )}
    </div>
  )
}
