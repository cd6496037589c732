import { Refusal } from '#model/errors.ts'
import { writeCtxFor } from '#services/context.ts'
import { requestPcap } from '#services/pcap/request.ts'
import { isBrowserForm } from '../../auth/browser-form.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { parse } from '../params.ts'
import { pcapWanted, wantedIn } from '../wire/pcap.ts'

const path = '/api/workspace/sensors/pcap'
const page = '/sensors/pcaps'

/** The same call as a form of the page sends it, without scripts: it is led back to the page, which says what came of it. */
export function pcapForm(app: App, { deps }: AppDeps): void {
  app.post(path, async (c, next) => {
    const type = c.req.header('content-type') ?? ''
    if (!isBrowserForm(c, undefined) || !type.startsWith('application/x-www-form-urlencoded')) return next()
    const form = new URLSearchParams(await c.req.text())
    const { from, to, query } = Object.fromEntries(form)
    try {
      const asked = parse(pcapWanted, { from, to, query, sensors: form.getAll('sensors') })
      await requestPcap(writeCtxFor(deps, c.var), wantedIn(asked))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      form.set('refused', error.code)
      return c.redirect(`${page}?${form}`, 303)
    }
    return c.redirect(page, 303)
  })
}
