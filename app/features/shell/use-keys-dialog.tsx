import { type ReactNode, useCallback, useState } from 'react'

type Drawn = typeof import('./keys-dialog.tsx').KeysDialog

/** The list of keys, sent for when somebody asks for it. */
export function useKeysDialog(): { keys: ReactNode; showKeys: () => void } {
  const [Shown, setShown] = useState<Drawn | null>(null)
  const showKeys = useCallback(
    () =>
      void import('./keys-dialog.tsx').then(
        ({ KeysDialog }) => setShown(() => KeysDialog),
        // Offline or a newer build: the connection's own banner says it.
        () => undefined,
      ),
    [],
  )
  return { keys: Shown && <Shown onClose={() => setShown(null)} />, showKeys }
}
