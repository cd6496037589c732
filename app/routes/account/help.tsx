import { Link } from 'react-router'
import { services } from '../../context.ts'
import { AccountFrame } from '../../features/account/frame.tsx'
import { Field } from '../../features/account/field.tsx'
import { ApiForm } from '../../features/account/form.tsx'
import { TextArea } from '../../features/account/text-area.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Route } from './+types/help'

export const loader = ({ context }: Route.LoaderArgs) => ({ hasSupport: context.get(services).hasSupport })

export const meta: Route.MetaFunction = () => [{ title: 'Help · Noisefloor' }]

export default function AccountHelp({ loaderData: { hasSupport } }: Route.ComponentProps) {
  return (
    <AccountFrame title="Help">
      <Panel title="Read">
        <ul className="grid gap-1">
          <li>
            <Link to="/cheat-sheet">GNQL: every field, operator and example</Link>
          </li>
          <li>
            <a href="/api/openapi.json">The API, as OpenAPI</a>
          </li>
          <li>
            <Link to="/sources">Where the data come from</Link>
          </li>
        </ul>
      </Panel>
      <Panel title="Write to those who run this server">
        {hasSupport ? (
          <ApiForm
            path="/api/user/support-email"
            method="POST"
            label="Send"
            done="Your message is on its way."
          >
            <Field label="Subject" name="subject" required maxLength={200} />
            <TextArea label="Message" name="message" />
          </ApiForm>
        ) : (
          <p>This server names no address for support. Ask whoever runs it.</p>
        )}
      </Panel>
    </AccountFrame>
  )
}
