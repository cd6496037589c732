import { type FormEvent, useRef } from 'react'
import { useFrame } from '../../page-frame.tsx'
import { captchaToken } from './token.ts'

/** For a form that the browser sends itself: what adds the token of the bot check to it, where one is on. */
export function useCaptchaField() {
  const { captcha } = useFrame()
  const field = useRef<HTMLInputElement>(null)
  if (captcha === null) return { field: null, onSubmit: undefined }
  return {
    field: <input ref={field} type="hidden" name="captcha_token" defaultValue="" />,
    onSubmit: (event: FormEvent<HTMLFormElement>): void => {
      const [form, input] = [event.currentTarget, field.current]
      if (!input || input.value !== '') return
      event.preventDefault()
      void captchaToken().then((token) => {
        input.value = token ?? ''
        // Not `requestSubmit`, which would ask again.
        form.submit()
      })
    },
  }
}
