import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#services/context.ts'
import { firstOwnerLink } from '#services/sign-in/first-owner.ts'
import { writePrivate } from './local-operator.ts'

export interface FirstOwner {
  deps: Pick<Deps, 'installation' | 'clock'>
  /** Which is theirs then. */
  workspace: string
  /** Where the server answers. */
  url: string
  dataFolder: string
  /** Whether a person reads what is said; else it may end in a log, where no link belongs. */
  isTerminal: boolean
  say: (line: string) => void
}

/** Tells the operator of an installation without accounts the link that makes the owner's. Everything public works without. */
export async function tellFirstOwner(of: FirstOwner): Promise<void> {
  const file = join(of.dataFolder, 'owner-link')
  if (!(await of.deps.installation.accounts.isEmpty())) return rm(file, { force: true })
  const link = new URL(await firstOwnerLink(of.deps, of.workspace), of.url).href
  if (of.isTerminal) return of.say(`Make your account with this link, which works once, for an hour: ${link}`)
  await writePrivate(file, `${link}\n`)
  of.say(`The link that makes the owner's account lies in ${file}; it works once, for an hour.`)
}
