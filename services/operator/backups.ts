import type { BackupMade } from '#model/backup.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'

/** Makes a copy of the data folder while the server runs. @throws Refusal 'conflict' where another program keeps the data */
export const makeBackup = verb(['installation'], async (ctx: WriteCtx): Promise<BackupMade> => {
  await ctx.record({ act: 'backup.make', subject: 'installation' })
  return ctx.backups.make()
})

/** Removes a copy, or what is left of one. */
export const removeBackup = verb(
  ['installation'],
  async (ctx: WriteCtx, { name }: { name: string }): Promise<void> => {
    await ctx.backups.remove(name)
  },
)
