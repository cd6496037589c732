import { useState } from 'react'
import type { SignInMethods } from '#services/account/second-factor.ts'
import { Panel } from '../../ui/panel.tsx'
import { CodeField } from './code-field.tsx'
import { ApiForm } from './form.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface SecondFactorProps {
  methods: SignInMethods
  onChange: () => void
}

/** Codes of an authenticator app: set up, and removed. */
export function SecondFactor({ methods, onChange }: SecondFactorProps) {
  const [codes, setCodes] = useState<readonly string[]>([])
  const told = (answer: { data: { recovery_codes: string[] } | null }) => {
    setCodes(answer.data?.recovery_codes ?? [])
    onChange()
  }
  return (
    <Panel title="Authenticator app">
      <div className="grid gap-4">
        {codes.length > 0 && <RecoveryCodes codes={codes} />}
        {methods.hasSecondFactor ? (
          <>
            <p>
              Logging in with your password asks for a code besides. {methods.recoveryCodesLeft} recovery{' '}
              {methods.recoveryCodesLeft === 1 ? 'code is' : 'codes are'} left.
            </p>
            <div className="flex flex-wrap gap-3">
              <ApiForm<{ recovery_codes: string[] }>
                path="/api/user/recovery-codes"
                method="POST"
                label="Make new recovery codes"
                look={{ variant: 'secondary' }}
                onDone={told}
              />
              <ApiForm
                path="/api/user/second-factor"
                method="DELETE"
                label="Ask for no code any more"
                look={{ variant: 'danger' }}
                onDone={() => {
                  setCodes([])
                  onChange()
                }}
              />
            </div>
          </>
        ) : (
          <SetUp onDone={told} />
        )}
      </div>
    </Panel>
  )
}

function SetUp({ onDone }: { onDone: (answer: { data: { recovery_codes: string[] } | null }) => void }) {
  const [made, setMade] = useState<{ seed: string; uri: string } | null>(null)
  if (made === null)
    return (
      <>
        <p>Whoever learns your password still needs your device.</p>
        <ApiForm<{ seed: string; uri: string }>
          path="/api/user/second-factor"
          method="POST"
          label="Set it up"
          look={{ variant: 'secondary' }}
          onDone={({ data }) => setMade(data)}
        />
      </>
    )
  return (
    <>
      <p>Read this with the app, or type the key into it. Then enter the code it shows.</p>
      <QrCode text={made.uri} label="The key, for the camera of an authenticator app" />
      <p>
        Key: <code className="break-all select-all">{made.seed.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <ApiForm<{ recovery_codes: string[] }>
        path="/api/user/second-factor"
        method="PUT"
        label="Confirm"
        onDone={onDone}
      >
        <CodeField />
      </ApiForm>
    </>
  )
}
