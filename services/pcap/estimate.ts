import {
  fits,
  grantedBy,
  megabyte,
  type PcapEstimate,
  type PcapLimits,
  type PcapWanted,
} from '#model/pcap.ts'
import { refuse } from '#model/errors.ts'
import { scopeOf, type WorkspaceScope } from '#store/analytics/sessions/scope.ts'
import { type CaptureSize, type SessionsWanted, sizesByCapture } from '#store/analytics/sessions/flows.ts'
import type { Reads } from '#store/analytics/read-only.ts'
import type { WorkspaceStore } from '#store/app/workspace.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { workspaceOf } from '../scope.ts'
import { wantedOf } from './asked.ts'

/** What a block of pcapng adds to a packet, padding included (draft-ietf-opsawg-pcapng §4.3), and the section to a file. */
const added = { packet: 35, file: 28 }
/** Bytes of stored captures that a thread reads in a second, and seconds that each takes to be opened: measured, from below. */
const pace = { bytesPerSecond: 40_000_000, secondsPerCapture: 0.002 }

/**
 * How much somebody asks for, before anything is read.
 * @throws Refusal 'invalid-input', 'invalid-query'
 */
export const estimatePcap = verb(
  ['workspace', 'feature-sensors'],
  async (ctx: Ctx, asked: PcapWanted): Promise<PcapEstimate> =>
    estimated(ctx.analytics, ctx.workspace, scopeOf(workspaceOf(ctx.scope)), await wantedOf(ctx, asked)),
)

export async function estimated(
  analytics: Reads,
  workspace: Pick<WorkspaceStore, 'captures'>,
  scope: WorkspaceScope,
  wanted: SessionsWanted,
): Promise<PcapEstimate> {
  const sizes = await sizesByCapture(analytics, scope, wanted)
  const sum = (of: (size: CaptureSize) => number): number => sizes.reduce((all, size) => all + of(size), 0)
  const packets = sum((size) => size.packets)
  const stored = await workspace.captures.sizes(sizes.map(({ capture }) => capture))
  const readBytes = [...stored.values()].reduce((all, bytes) => all + bytes, 0)
  return {
    sessions: sum((size) => size.sessions),
    packets,
    bytes: sum((size) => size.bytes) + packets * added.packet + added.file,
    captures: stored.size,
    readBytes,
    seconds: Math.ceil(readBytes / pace.bytesPerSecond + stored.size * pace.secondsPerCapture),
  }
}

/** @throws Refusal 'too-large', 'not-found' for what would be no file */
export function requireSize(estimate: PcapEstimate, limits: PcapLimits): void {
  const { sessions, bytes, captures } = estimate
  if (sessions === 0 || captures === 0)
    throw refuse('not-found', 'No session of your workspace matches, or its packets are no longer kept.')
  if (!fits(estimate, grantedBy(limits)))
    throw refuse(
      'too-large',
      `That is about ${Math.ceil(bytes / megabyte)} MB of ${sessions} sessions; your plan allows ${limits.fileSize} MB of ${limits.sessions} a file. Choose a shorter range, fewer sensors or a narrower query.`,
    )
}
