import { useRevalidator } from 'react-router'
import { services } from '../../context.ts'
import { Changes } from '../../features/account/changes.tsx'
import { AccountFrame } from '../../features/account/frame.tsx'
import { Field } from '../../features/account/field.tsx'
import { ApiForm } from '../../features/account/form.tsx'
import { RemoveWorkspace } from '../../features/account/remove-workspace.tsx'
import { Workspaces } from '../../features/account/workspaces.tsx'
import { leaveFor } from '../../features/account/leave.ts'
import { useFrame } from '../../page-frame.tsx'
import { orRouteError } from '../../route-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { pageTexts } from '../../page-texts.ts'
import type { Route } from './+types/members'

export async function loader({ context }: Route.LoaderArgs) {
  const { listPeople, listChanges, getUser, workspaceRemoval } = context.get(services)
  const [people, changes, account, removal] = await orRouteError(
    Promise.all([listPeople(), listChanges(), getUser(), workspaceRemoval()]),
  )
  return {
    ...people,
    changes,
    removal,
    workspaces: account.workspaces,
    activeWorkspace: account.activeWorkspace,
  }
}

export const meta: Route.MetaFunction = () =>
  pageTexts('Members · Noisefloor', 'Who is in the workspace, and invitations to it.')

const iso = (at: number): string => new Date(at).toISOString()
const row = 'flex flex-wrap items-start justify-between gap-3 border-b border-line py-2 last:border-0'

export default function Members({ loaderData }: Route.ComponentProps) {
  const { members, invites, changes, removal, workspaces, activeWorkspace } = loaderData
  const { user } = useFrame()
  const { revalidate } = useRevalidator()
  const anew = () => void revalidate()
  const isOwner = members.some((one) => one.isSelf && one.isOwner)
  return (
    <AccountFrame title={`Members of ${user?.workspace ?? 'the workspace'}`}>
      {removal !== null && (
        <Alert variant="warning">
          This workspace is deleted <Moment at={iso(removal)} />. Until then its owner can undo that.
        </Alert>
      )}
      <Panel title="Members">
        <ul>
          {members.map(({ id, name, email, isOwner: owns, isSelf, since }) => (
            <li key={id} className={row}>
              <div className="min-w-0 flex-1">
                <p>
                  <InertText text={name || email} limit={200} mono={false} />
                  {owns && <span className="font-semibold"> · owner</span>}
                  {isSelf && ' · you'}
                </p>
                <p className="text-dense break-all text-ink-2">
                  {email} · since <Moment at={iso(since)} />
                </p>
              </div>
              {!owns && (isOwner || isSelf) && (
                <div className="flex gap-2">
                  {isOwner && (
                    <ApiForm
                      path="/api/workspace/owner"
                      method="PUT"
                      inWorkspace
                      label="Make owner"
                      ask={`Make ${name || email} the owner? Only they can hand it back.`}
                      also={{ user: id }}
                      look={{ variant: 'secondary', size: 'sm' }}
                      onDone={anew}
                    />
                  )}
                  <ApiForm
                    path={`/api/workspace/members/${id}`}
                    method="DELETE"
                    inWorkspace
                    label={isSelf ? 'Leave' : 'Remove'}
                    ask={
                      isSelf
                        ? 'Leave this workspace? The keys you named and your invitations end.'
                        : `Remove ${name || email}? The keys they named and their invitations end. The workspace key stays, and they know it: rotate it.`
                    }
                    look={{ variant: 'danger', size: 'sm' }}
                    onDone={isSelf ? () => leaveFor('/account/members') : anew}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Invite somebody">
        <ApiForm
          path="/api/workspace/invites"
          method="POST"
          inWorkspace
          label="Send the invitation"
          done="The invitation is on its way."
          onDone={anew}
        >
          <Field label="Email" name="email" type="email" autoComplete="off" required />
        </ApiForm>
        {invites.length > 0 && (
          <ul className="mt-4 border-t border-line">
            {invites.map(({ id, email, expires }) => (
              <li key={id} className={row}>
                <p className="min-w-0 flex-1 break-all">
                  {email}{' '}
                  <span className="text-dense text-ink-2">
                    until <Moment at={iso(expires)} />
                  </span>
                </p>
                <ApiForm
                  path={`/api/workspace/invites/${id}`}
                  method="DELETE"
                  inWorkspace
                  label="Withdraw"
                  look={{ variant: 'secondary', size: 'sm' }}
                  onDone={anew}
                />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Workspaces workspaces={workspaces} active={activeWorkspace} />
      {isOwner && <RemoveWorkspace due={removal} onChange={anew} />}
      <Panel title="Changes" flush action={<a href="/api/workspace/changes/export">Download all (NDJSON)</a>}>
        <Changes changes={changes} members={members} />
      </Panel>
    </AccountFrame>
  )
}
