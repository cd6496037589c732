/** One mail. What attackers or strangers wrote stands in it as text, and never as a link. */
export interface Mail {
  to: string
  subject: string
  /** Paragraphs, and links of this server, each in a place of its own. */
  body: readonly (string | { link: string })[]
}

/** Hands a mail over: to a server for mail, or into the outbox folder. @throws what the server for mail answers */
export type SendMail = (mail: Mail) => Promise<void>
