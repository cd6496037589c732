import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useFrame } from '../../page-frame.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useAlive } from '../../ui/use-alive.ts'
import { useInPlace } from '../../ui/use-in-place.ts'
import { AskFirst } from './ask-first.tsx'
import { FieldErrors } from './field.tsx'
import { notOpened } from './leave.ts'
import { send, type Sent } from './send.ts'

interface ApiFormProps<T> {
  /** As "/api/user". */
  path: string
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** It is done to the workspace that this page shows, and to no other that is active by now. */
  inWorkspace?: boolean
  label: string
  look?: ButtonLook
  /** Asked before anything is sent; names what would be gone. */
  ask?: string | undefined
  /** Members of the body that are in no field. */
  also?: Record<string, unknown>
  /** What of its fields is sent, where that is not what was typed. */
  sent?: (fields: Record<string, string>) => Record<string, unknown>
  /** What is said when it went well; nothing where the page changes. */
  done?: string
  /** Nothing is left to send when it went well. */
  once?: boolean
  /** Where it leaves the page, the form waits for that. */
  onDone?: (answer: Sent<T>) => void | Promise<void>
  children?: ReactNode
}

interface State<T> {
  isSending: boolean
  answer: Sent<T> | null
  /** Names of the fields that were sent. */
  names: readonly string[]
}

/** Sends its fields as JSON, and says what was wrong beside the field, or below all where it is of none. */
export function ApiForm<T>({
  path,
  method,
  inWorkspace = false,
  label,
  look,
  ask,
  also,
  sent,
  done,
  once,
  onDone,
  children,
}: ApiFormProps<T>) {
  const [state, setState] = useState<State<T>>({ isSending: false, answer: null, names: [] })
  const { isOpen: isAsked, open: askFirst, close: stopAsking, opener } = useInPlace()
  const { user } = useFrame()
  const isAlive = useAlive()
  const query = inWorkspace && user ? `?${new URLSearchParams({ active_workspace: user.workspaceId })}` : ''
  const form = useRef<HTMLFormElement>(null)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (state.isSending) return
    if (ask !== undefined && !isAsked) return askFirst()
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    const names = Object.keys(fields)
    setState({ isSending: true, answer: null, names })
    const answer = await send<T>(path + query, method, { ...(sent?.(fields) ?? fields), ...also })
    const leaving = answer.ok ? onDone?.(answer) : undefined
    setState({ isSending: leaving !== undefined, answer, names })
    if (isAsked) stopAsking()
    if (leaving) {
      await leaving
      setState({ isSending: false, answer: { ...answer, ok: false, message: notOpened }, names })
    }
    if (!answer.ok)
      form.current?.querySelector<HTMLInputElement>(`[name="${answer.parameter ?? ''}"]`)?.focus()
  }
  const { answer, isSending, names } = state
  const wrong = answer && !answer.ok ? answer : null
  const field = wrong?.parameter && names.includes(wrong.parameter) ? wrong.parameter : null
  return (
    // What is sent before scripts run is a body all the same: the other way would write passwords into the address.
    <form
      ref={form}
      method="post"
      onSubmit={(event) => void submit(event)}
      className="grid justify-items-start gap-3"
    >
      <FieldErrors value={wrong && field ? { [field]: wrong.message } : {}}>{children}</FieldErrors>
      {wrong && !field && <FormError title="This did not work" message={wrong.message} />}
      {answer?.ok && done && <Alert variant="success">{done}</Alert>}
      {!(once && answer?.ok) &&
        (isAsked && ask !== undefined ? (
          <AskFirst question={ask} label={label} look={look} loading={isSending} onCancel={stopAsking} />
        ) : (
          // It cannot be sent before scripts run, nor by Enter.
          <Button ref={opener} type="submit" loading={isSending} disabled={!isAlive} {...look}>
            {label}
          </Button>
        ))}
      <p className="hidden text-ink-2 noscript:block">
        This form needs scripts, which are off in this browser.
      </p>
    </form>
  )
}
