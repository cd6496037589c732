import { Link } from 'react-router'
import { services } from '../../context.ts'
import { AccountFrame } from '../../features/account/frame.tsx'
import { Field } from '../../features/account/field.tsx'
import { ApiForm } from '../../features/account/form.tsx'
import { OpenDocs } from '../../features/account/way-to-docs.tsx'
import { TextArea } from '../../features/account/text-area.tsx'
import { useFrame } from '../../page-frame.tsx'
import { orRouteError } from '../../route-error.ts'
import { Panel } from '../../ui/panel.tsx'
import { pageTexts } from '../../page-texts.ts'
import type { Route } from './+types/help'

export async function loader({ context }: Route.LoaderArgs) {
  const { hasSupport, hasDocs, getUser } = context.get(services)
  const { user } = await orRouteError(getUser())
  return { hasSupport, hasDocs, hasUsername: user.username !== '' }
}

export const meta: Route.MetaFunction = () =>
  pageTexts('Help · Noisefloor', 'Documents, status and a message to support.')

export default function AccountHelp({
  loaderData: { hasSupport, hasDocs, hasUsername },
}: Route.ComponentProps) {
  const { isOperator } = useFrame()
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
          <li>
            {isOperator ? (
              <Link to="/sla">How this server stands</Link>
            ) : (
              <a href="/readyz">Whether this server is ready</a>
            )}
          </li>
        </ul>
        {hasDocs && (
          <div className="pt-3">
            {hasUsername ? (
              <OpenDocs />
            ) : (
              <Link to="/signup/add-username">Choose a username to open the documentation</Link>
            )}
          </div>
        )}
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
            <TextArea label="Message" name="message" required />
          </ApiForm>
        ) : (
          <p>This server names no address for support. Ask whoever runs it.</p>
        )}
      </Panel>
    </AccountFrame>
  )
}
