/** The bot check as browsers are told of it. */
export interface CaptchaShown {
  /** `work`: the browser computes something for this server; `recaptcha`: Google's script judges. */
  kind: 'work' | 'recaptcha'
  /** The specification's captchaKey: the site key of the provider. */
  key: string
  /** The provider's script; null where it is ours. */
  script: string | null
}
