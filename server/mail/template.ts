import { html } from 'hono/html'
import type { Mail } from '#services/mail.ts'

/** A mail as it is sent: plain, and as a page that loads nothing and looks like ours in either theme. */
export function written({ to, subject, body }: Mail): {
  to: string
  subject: string
  text: string
  html: string
} {
  const text = body.map((part) => (typeof part === 'string' ? part : part.link)).join('\n\n')
  return { to, subject, text: `${text}\n`, html: String(page(body)) }
}

const page = (body: Mail['body']) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <title>Noisefloor</title>
      </head>
      <body style="margin:0;padding:24px;font:16px/1.5 sans-serif">
        <div style="max-width:560px;margin:0 auto">
          <p style="font-weight:bold">Noisefloor</p>
          ${body.map((part) =>
            typeof part === 'string'
              ? html`<p style="white-space:pre-wrap;overflow-wrap:anywhere">${part}</p>`
              : html`<p style="overflow-wrap:anywhere"><a href="${part.link}">${part.link}</a></p>`,
          )}
        </div>
      </body>
    </html>`
