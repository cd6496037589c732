/** What Google's script offers (reCAPTCHA v3). */
interface Recaptcha {
  ready(then: () => void): void
  execute(siteKey: string, options: { action: string }): Promise<string>
}

let loaded: { key: string; script: Promise<Recaptcha> } | null = null

/** Loads the script of a site key once. @throws Error for another site key than the loaded one (specification §5) */
export function loadRecaptcha(key: string, script: string): Promise<Recaptcha> {
  if (loaded && loaded.key !== key)
    return Promise.reject(new Error('The bot check is loaded already, with another site key.'))
  loaded ??= { key, script: added(script) }
  return loaded.script
}

function added(address: string): Promise<Recaptcha> {
  const element = document.createElement('script')
  element.src = address
  element.async = true
  return new Promise<Recaptcha>((resolve, reject) => {
    element.addEventListener('load', () => {
      const { grecaptcha } = window as { grecaptcha?: Recaptcha }
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha))
      else reject(new Error('The script of the bot check is not what it should be.'))
    })
    element.addEventListener('error', () => {
      // Another try loads it anew.
      loaded = null
      element.remove()
      reject(new Error('The script of the bot check did not come.'))
    })
    document.head.append(element)
  })
}
