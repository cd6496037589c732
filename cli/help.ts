export const help = `noisefloor: ask and feed a running Noisefloor server

  noisefloor ingest FILE|DIR|-   send packet captures (pcap, pcapng; also gzip, zstd)
      --shift-to now             move their times so that the last packet is now
      --unpublished              keep the sessions inside your workspace
  noisefloor ip ADDRESS          what is known about an address
  noisefloor query 'GNQL'        addresses that match, e.g. 'tags:Mirai last_seen:1d'
      -n, --limit N              at most N (default 25, 0 for all)
  noisefloor status              how the server stands: stores, what waits, what was set aside
  noisefloor demo load|remove    load or remove the simulated demo traffic

Everywhere:
  --url URL      server (default: local-url in the data folder)
  --key KEY      API key (default: local-key in the data folder)
  --json         machine-readable output
  NOISEFLOOR_DATA names the data folder (default ./data)

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the server or the input refused, 4 no server`
