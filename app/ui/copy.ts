import { toast } from './toasts.tsx'

/** Copies a text, and says so. @param said what was copied, in words */
export const copyText = (text: string, said: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => toast(said),
    () => toast('The browser did not allow copying'),
  )
