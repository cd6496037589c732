export const help = `noisefloor: ask and feed a running Noisefloor server; sources works on its data folder

  noisefloor ingest FILE|DIR|-   send packet captures (pcap, pcapng; also gzip, zstd)
      --shift-to now             move their times so that the last packet is now
      --unpublished              keep the sessions inside your workspace
  noisefloor ip ADDRESS          what is known about an address
  noisefloor query 'GNQL'        addresses that match, e.g. 'tags:Mirai last_seen:1d'
      -n, --limit N              at most N (default 25, 0 for all)
      --export FORMAT            all of them as csv, json, ndjson or txt, as they stand at one moment
      -o, --out FILE             into a file; the same command continues a download that was cut off
      --since FILE               only what is new, gone or changed since that file was exported
  noisefloor cve CVE-ID          what is known about a vulnerability, and who tries it here
  noisefloor cve import FILE|DIR take files of CVE sources (KEV, EPSS, CVE records, exploits): docs/methods/cve.md
      --accept-loss              also one that is suddenly small
  noisefloor status              how the server stands: stores, what waits, what was set aside
  noisefloor lists               lists of others that take part in verdicts
  noisefloor lists import --sightings NAME FILE   addresses that others saw attacking (CSV, NDJSON, text)
      --trust none|suspicious|malicious           what their word does to a verdict (default none)
  noisefloor lists import --actors NAME FILE      vetted organisations, crawlers or their ranges
      --licence TEXT --reference URL  shown with the list
      --shrink                   take a list that is much shorter than the one that stands
  noisefloor lists remove NAME   take a list away with everything it said
  noisefloor sources list        reference data: rows, age, where it came from
  noisefloor sources update [NAME…]
                                 fetch it from where it is published
  noisefloor sources import FOLDER|FILE|URL [NAME…]
                                 take it from files, without internet
      --force                    also what has far fewer rows than the one before
  noisefloor demo load|remove    load or remove the simulated demo traffic

Everywhere:
  --url URL      server (default: local-url in the data folder)
  --key KEY      API key (default: local-key in the data folder)
  --json         machine-readable output
  NOISEFLOOR_DATA names the data folder (default ./data)

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the server or the input refused, 4 no server`
