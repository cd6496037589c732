import { Alert } from '../../ui/alert.tsx'

/** Codes that are told this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Alert variant="success">
      <p>
        Keep these recovery codes where the device is not. Each opens your account once, in the place of a
        code. They are not shown again.
      </p>
      <pre aria-label="Recovery codes" tabIndex={0} className="overflow-x-auto pt-2 select-all">
        {codes.join('\n')}
      </pre>
    </Alert>
  )
}
