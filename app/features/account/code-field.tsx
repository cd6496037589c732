import { Field } from './field.tsx'

/** A code of an authenticator app, or a recovery code. */
export const CodeField = () => (
  <Field
    label="Code"
    name="code"
    autoComplete="one-time-code"
    autoCapitalize="none"
    required
    maxLength={40}
  />
)
