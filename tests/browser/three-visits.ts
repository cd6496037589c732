import { captureOf, upload, waitUntilIdle, webVisit } from '../product/captures.ts'
import type { Inside } from '../product/inside.ts'

/** 198.18.1.1, .2 and .3 asked for /.env ten minutes ago, and have their pages. */
export async function addThreeVisits(product: Inside): Promise<void> {
  const at = Date.now() - 600_000
  const visits = [1, 2, 3].map((host) => webVisit(`198.18.1.${host}`, { uri: '/.env' }, at))
  await upload(product, captureOf(visits))
  await waitUntilIdle(product)
}
