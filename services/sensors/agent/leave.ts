import type { AgentCtx } from './agent-ctx.ts'

/** The host was uninstalled: its token ends, its history stays. */
export async function leave(ctx: AgentCtx): Promise<void> {
  await ctx.workspace.sensors.leave(ctx.sensor.id, ctx.clock())
  await ctx.record('sensor.leave')
}
