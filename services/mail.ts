/** One mail. Its words are plain text, which every program shows; what attackers or strangers wrote stands in it as text. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** Hands a mail over: to a server for mail, or into the outbox folder. @throws what the server for mail answers */
export type SendMail = (mail: Mail) => Promise<void>
