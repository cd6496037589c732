import { Panel } from '../../ui/panel.tsx'
import { ApiForm } from './form.tsx'

/** Of the owner. @param due when it is deleted; null: it stays */
export function RemoveWorkspace({ due, onChange }: { due: number | null; onChange: () => void }) {
  if (due !== null)
    return (
      <Panel title="Keep this workspace">
        <ApiForm
          path="/api/workspace/restore"
          method="POST"
          inWorkspace
          label="Undo the deletion"
          look={{ variant: 'secondary' }}
          onDone={onChange}
        />
      </Panel>
    )
  return (
    <Panel title="Delete this workspace">
      <p className="mb-3">
        It stays for seven days, in which you can undo it. Then its members, keys, invitations and rules are
        gone; what its captures added ages out.
      </p>
      <ApiForm
        path="/api/workspace"
        method="DELETE"
        inWorkspace
        label="Delete this workspace"
        look={{ variant: 'danger' }}
        onDone={onChange}
      />
    </Panel>
  )
}
