/** What was typed as the address of a sign-in that did not work, in this tab alone. */
const name = 'noisefloor-sign-in-address'

const addressIn = (form: HTMLFormElement): HTMLInputElement | null =>
  form.querySelector('input[name="email"]')

export function keepAddress(form: HTMLFormElement): void {
  try {
    sessionStorage.setItem(name, addressIn(form)?.value ?? '')
  } catch {
    // Without storage it is typed again.
  }
}

/** Puts it back into the form, once; a password alone has to be typed again. */
export function fillAddress(form: HTMLFormElement | null): void {
  const field = form && addressIn(form)
  if (!field || field.value !== '') return
  try {
    field.value = sessionStorage.getItem(name) ?? ''
    sessionStorage.removeItem(name)
  } catch {
    // As above.
  }
}
