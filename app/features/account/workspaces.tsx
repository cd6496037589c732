import { InertText } from '../../ui/inert-text.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Field } from './field.tsx'
import { ApiForm } from './form.tsx'

interface WorkspacesProps {
  workspaces: readonly { id: string; name: string; isOwner: boolean }[]
  active: string
}

/** Those one is a member of. Another one is another page, with its own key: the document is loaded anew. */
export function Workspaces({ workspaces, active }: WorkspacesProps) {
  const reload = () => window.location.reload()
  return (
    <Panel title="Your workspaces">
      <ul>
        {workspaces.map(({ id, name, isOwner }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-2"
          >
            <p className="min-w-0 flex-1">
              <InertText text={name} limit={200} mono={false} />
              {isOwner && <span className="text-ink-2"> · yours</span>}
            </p>
            {id === active ? (
              <span className="font-semibold">active</span>
            ) : (
              <ApiForm
                path="/api/user"
                method="PUT"
                label="Switch to it"
                also={{ active_workspace: id }}
                look={{ variant: 'secondary', size: 'sm' }}
                onDone={reload}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="grid gap-4 pt-3 sm:grid-cols-2">
        <ApiForm
          path="/api/workspace"
          method="PUT"
          inWorkspace
          label="Rename"
          look={{ variant: 'secondary' }}
          onDone={reload}
        >
          <Field
            label="Name of the active one"
            name="name"
            defaultValue={workspaces.find(({ id }) => id === active)?.name}
            required
            maxLength={100}
          />
        </ApiForm>
        <ApiForm
          path="/api/user/workspaces"
          method="POST"
          label="Make a workspace"
          look={{ variant: 'secondary' }}
          onDone={reload}
        >
          <Field label="Name of a new one" name="name" required maxLength={100} />
        </ApiForm>
      </div>
    </Panel>
  )
}
