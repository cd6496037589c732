import type { Analytics } from '../open.ts'

/**
 * Ends what earlier attempts at a unit have left under way. The engine finishes a statement whose caller is gone: sessions stand then before
 * rollups do, and a rollup that came after a rebuild would count them twice. Returns when none is left. Whoever sent a statement may
 * end it: so the user that adds sessions does.
 */
export async function endAttempts({ appOnHosts }: Analytics, token: string): Promise<void> {
  // An attempt may have asked another host. Once none is left that has others do it, what those do is ended: hence two rounds.
  const rounds = appOnHosts.length > 1 ? [...appOnHosts, ...appOnHosts] : appOnHosts
  for (const host of rounds)
    await host.command(
      `KILL QUERY WHERE Settings['insert_deduplication_token'] = {token: String}
       OR startsWith(Settings['insert_deduplication_token'], concat({token: String}, '/')) SYNC FORMAT Null`,
      { token },
    )
}
