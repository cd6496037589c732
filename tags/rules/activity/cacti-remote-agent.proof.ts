import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'cacti-remote-agent',
    get('/remote_agent.php?action=polldata&local_data_ids[0]=1&host_id=1&poller_id=%3Bid%3B'),
    get('/remote_agent.php?action=polldata&poller_id=1'),
  ),
]
