import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { userOf } from '../scope.ts'

const maxNameLength = 100
const maxOwned = 20

export const nameIn = (text: string): string => {
  const name = text.trim()
  if (name === '' || name.length > maxNameLength)
    throw refuse('invalid-input', `A workspace has a name of 1 to ${maxNameLength} characters.`, {
      parameter: 'name',
    })
  return name
}

/** Makes a workspace of the caller's own, and shows it. @throws Refusal 'invalid-input', 'conflict' */
export const createWorkspace = verb(
  ['user', 'workspace'],
  async (ctx: WriteCtx, input: { name: string }): Promise<{ id: string }> => {
    const name = nameIn(input.name)
    const { id } = await ctx.account.createWorkspace({ name, now: ctx.clock() }, (owned) => {
      if (owned >= maxOwned) throw refuse('conflict', `You own ${maxOwned} workspaces; more are not made.`)
    })
    await ctx.account.change({ activeWorkspace: id })
    // In its own log: the members of the one before have no part in it.
    const subject = `workspace ${id}`
    await ctx.record({ act: 'workspace.create', subject, after: name, workspace: id })
    return { id }
  },
)

/** @throws Refusal 'invalid-input', 'unauthorized' */
export const renameWorkspace = verb(
  ['user', 'workspace'],
  async (ctx: WriteCtx, input: { name: string }): Promise<void> => {
    const name = nameIn(input.name)
    await ctx.workspace.rename(name)
    const { workspaceName } = userOf(ctx.scope)
    await ctx.record({
      act: 'workspace.rename',
      subject: `workspace ${ctx.workspace.id}`,
      before: workspaceName,
      after: name,
    })
  },
)
