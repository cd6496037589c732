import { Field } from './field.tsx'

/** A password that is chosen: pasting and password managers work, and what is typed can be read. */
export function NewPassword({ label = 'Password' }: { label?: string }) {
  return (
    <Field
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      minLength={12}
      maxLength={200}
      hint="12 characters or more; a sentence is fine. No rules about kinds of characters."
    />
  )
}

/** Tells password managers whose password a form is about. It has no name, so that it is sent nowhere. */
export function WhosePassword({ email }: { email: string }) {
  return <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
}
