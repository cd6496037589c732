import type { Context } from 'hono'
import type { Env } from '../../http/env.ts'
import { refusalIn } from '../../http/problem.ts'

/** A browser that sends a form of its own, without scripts, and shows whatever answers. */
export const isOfForm = ({ req }: Context<Env>): boolean =>
  /^multipart\/form-data\b/i.test(req.header('content-type') ?? '') &&
  /\btext\/html\b/.test(req.header('accept') ?? '')

/** Leads on to the page of what was made; where it was refused back to the form, which says why (app/features/analysis/entry.tsx). */
export async function leadFormOn(
  c: Context<Env>,
  make: () => Promise<string>,
  page: string,
): Promise<Response> {
  try {
    return c.redirect(`${page}/${await make()}`, 303)
  } catch (error) {
    const refusal = refusalIn(error)
    if (!refusal) throw error
    return c.redirect(`${page}?refused=${refusal.status}`, 303)
  }
}
