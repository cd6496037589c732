import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { leaveFor, notOpened } from './leave.ts'
import { noPasskeysHere, showPasskey } from './passkey-browser.ts'
import { useInBrowser } from './use-in-browser.ts'

interface ByPasskeyProps {
  /** An internal path. */
  redirect: string
  label?: string
  /** Why there are none under this address, as far as the server knows; null where there may be. */
  because?: string | null
}

/** Signs in by a passkey, which proves again who it is, too; where there are none, it says why instead. */
export function ByPasskey({ redirect, label = 'Use a passkey', because = null }: ByPasskeyProps) {
  const inBrowser = useInBrowser(noPasskeysHere)
  const [state, setState] = useState({ isAsking: false, error: '' })
  async function ask(): Promise<void> {
    setState({ isAsking: true, error: '' })
    const error = await showPasskey()
    if (error === null) await leaveFor(redirect)
    setState({ isAsking: false, error: error ?? notOpened })
  }
  const none = because ?? inBrowser
  if (none !== null) return <p className="text-ink-2">{none}</p>
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="secondary" loading={state.isAsking} onClick={() => void ask()}>
        {label}
      </Button>
      {state.error && <FormError title="Not signed in" message={state.error} />}
    </div>
  )
}
