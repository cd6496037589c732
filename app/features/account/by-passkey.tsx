import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { leaveFor, notOpened } from './leave.ts'
import { noPasskeysHere, showPasskey } from './passkey-browser.ts'

/** Signs in by a passkey, which proves again who it is, too. @param redirect an internal path */
export function ByPasskey({ redirect, label = 'Use a passkey' }: { redirect: string; label?: string }) {
  const [state, setState] = useState({ isAsking: false, error: '' })
  async function ask(): Promise<void> {
    setState({ isAsking: true, error: '' })
    const error = noPasskeysHere() ?? (await showPasskey())
    if (error === null) await leaveFor(redirect)
    setState({ isAsking: false, error: error ?? notOpened })
  }
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="secondary" loading={state.isAsking} onClick={() => void ask()}>
        {label}
      </Button>
      {state.error && <FormError title="Not signed in" message={state.error} />}
    </div>
  )
}
