import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SensorProfile } from '#model/sensor/profile.ts'
import type { Deps } from '../../context.ts'
import type { Transporter } from './transporter.ts'

const start = 'nft_'
const uuidBytes = 16
const proofBytes = 32

/**
 * What a transporter shows. It is made of the installation's secret and of the device, so nothing is kept of it, the same image always
 * holds the same one, and it ends when the profile is removed or its device or ports become others.
 */
export function transporterToken(secret: Uint8Array, workspace: string, profile: SensorProfile): string {
  const bytes = [bytesOf(workspace), bytesOf(profile.id), proofOf(secret, workspace, profile)]
  return start + Buffer.concat(bytes).toString('base64url')
}

/** @returns null for what is no token of a transporter, or of one that ended */
export async function findTransporter(
  { installation, secret }: Pick<Deps, 'installation' | 'secret'>,
  text: string,
): Promise<Transporter | null> {
  if (!/^nft_[\w-]{86}$/.test(text)) return null
  const bytes = Buffer.from(text.slice(start.length), 'base64url')
  const [workspace, id] = [uuidOf(bytes, 0), uuidOf(bytes, uuidBytes)]
  const shown = bytes.subarray(2 * uuidBytes)
  const profile = (await installation.workspace(workspace).sensors.profiles.get(id))?.profile
  if (!profile?.device || shown.length !== proofBytes) return null
  return timingSafeEqual(shown, proofOf(secret, workspace, profile)) ? { workspace, profile: id } : null
}

function proofOf(secret: Uint8Array, workspace: string, { id, device, ports }: SensorProfile): Buffer {
  const own = ports
    .map(({ port }) => port)
    .sort((a, b) => a - b)
    .join()
  const said = ['transporter', workspace, id, device?.address ?? '', own].join('\n')
  return createHmac('sha256', secret).update(said).digest()
}

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const uuidOf = (bytes: Buffer, from: number): string =>
  bytes.toString('hex', from, from + uuidBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
