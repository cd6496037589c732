import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FieldErrors } from './field.tsx'
import { send, type Sent } from './send.ts'

interface ApiFormProps<T> {
  /** As "/api/user". */
  path: string
  method: 'POST' | 'PUT' | 'DELETE'
  label: string
  look?: ButtonLook
  /** Members of the body that are in no field. */
  also?: Record<string, unknown>
  /** What is said when it went well; nothing where the page changes. */
  done?: string
  onDone?: (answer: Sent<T>) => void
  children?: ReactNode
}

/** Sends its fields as JSON, and says beside them what was wrong. Empty fields are left out, but for those that may be emptied. */
export function ApiForm<T>({ path, method, label, look, also, done, onDone, children }: ApiFormProps<T>) {
  const [state, setState] = useState<{ sending: boolean; answer: Sent<T> | null }>({
    sending: false,
    answer: null,
  })
  const form = useRef<HTMLFormElement>(null)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (state.sending) return
    const fields = new FormData(event.currentTarget)
    setState({ sending: true, answer: null })
    const answer = await send<T>(path, method, { ...Object.fromEntries(fields), ...also })
    setState({ sending: false, answer })
    if (!answer.ok)
      form.current?.querySelector<HTMLInputElement>(`[name="${answer.parameter ?? ''}"]`)?.focus()
    else onDone?.(answer)
  }
  const { answer, sending } = state
  const isOfField = answer?.parameter !== null && answer?.parameter !== undefined
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} className="grid justify-items-start gap-3">
      <FieldErrors
        value={answer && !answer.ok && isOfField ? { [answer.parameter ?? '']: answer.message } : {}}
      >
        {children}
      </FieldErrors>
      {answer && !answer.ok && <FormError title="This did not work" message={answer.message} />}
      {answer?.ok && done && <Alert variant="success">{done}</Alert>}
      <Button type="submit" loading={sending} {...look}>
        {label}
      </Button>
    </form>
  )
}
