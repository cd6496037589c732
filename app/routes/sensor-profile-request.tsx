import { Link } from 'react-router'
import { services } from '../context.ts'
import { Field } from '../features/account/field.tsx'
import { ApiForm } from '../features/account/form.tsx'
import { TextArea } from '../features/account/text-area.tsx'
import { Panel } from '../ui/panel.tsx'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/sensor-profile-request'

export const loader = ({ context }: Route.LoaderArgs) => ({ hasSupport: context.get(services).hasSupport })

export const meta: Route.MetaFunction = () =>
  pageTexts(
    'Request a profile · Noisefloor',
    'Ask the operator for a profile that sensors should pretend to be.',
  )

export default function RequestProfile({ loaderData: { hasSupport } }: Route.ComponentProps) {
  return (
    <div className="grid gap-5">
      <h1 className="text-head font-semibold">Request a profile</h1>
      <Panel title="What should a sensor look like?">
        {hasSupport ? (
          <ApiForm
            path="/api/user/support-email"
            method="POST"
            label="Send"
            done="Your request is on its way to those who run this server."
            once
          >
            <Field
              label="Device or service"
              name="subject"
              required
              maxLength={200}
              placeholder="A VPN gateway of this vendor, version 9"
            />
            <TextArea label="Ports, banners, what scanners look for" name="message" required />
          </ApiForm>
        ) : (
          <p>
            This server names no address for support. You can{' '}
            <Link to="/sensors/profiles/create">create a profile</Link> yourself.
          </p>
        )}
      </Panel>
    </div>
  )
}
