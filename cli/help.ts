export const help = `noisefloor: ask and feed a running Noisefloor server; facts about addresses lie in its data folder

  noisefloor ingest FILE|DIR|-   send packet captures (pcap, pcapng; also gzip, zstd)
      --kind sensor|network      taken at a sensor, or in a network in use, where ordinary logins accuse nobody
      --shift-to now             move their times so that the last packet is now
      --unpublished              keep the sessions inside your workspace
  noisefloor captures            what was sent; with an ID and --kind says anew what it was taken at
  noisefloor ip ADDRESS          what is known about an address
  noisefloor query 'GNQL'        addresses that match, e.g. 'tags:Mirai last_seen:1d'
      -n, --limit N              at most N (default 25, 0 for all)
      --export FORMAT            all of them as csv, json, ndjson or txt, as they stand at one moment
      -o, --out FILE             into a file; the same command continues a download that was cut off
      --since FILE               only what is new, gone or changed since that file was exported
  noisefloor cve CVE-ID          what is known about a vulnerability, and who tries it here
  noisefloor analyze FILE|-      what is known of all addresses of a list, a log or a capture
      --cves                     of its CVEs instead; also of a PDF or XML
      -n, --limit N              rows that are shown (default 25, 0 for all)
      --export PART              instead all addresses that are malicious, suspicious, benign, unknown,
                                 business-services or not-observed, or all
      --format FORMAT            as csv (default), json, ndjson or txt
      --keep                     keep it on the server, and tell its page
  noisefloor filter FILE|-       lines of a log by what is known of their addresses; also of one that goes on
      --drop PARTS               without lines that name one of these, e.g. benign,business-services
      --keep PARTS               only such lines; private addresses that were never seen count for nothing
  noisefloor status              how the server stands: stores, what waits, what was set aside
  noisefloor sources list        every source: facts about addresses, actors, sightings of others, CVEs; rows, age, licence
  noisefloor sources missing     what pages cannot say because its source was never imported, and how to get it
  noisefloor sources import FOLDER|FILE|URL
                                 take everything there that is a source (docs/methods/sources.md), without internet
      --source NAME              only that one; or which one a file is whose name does not say it
      --kind sightings|actors    with a NAME of your own: a list of others
      --trust none|suspicious|malicious   how a list of sightings counts for verdicts (a new one: none)
      --licence TEXT --reference URL      shown with the list
      --force                    also what is suddenly small; what is broken is never taken
      --add                      CVEs: keep what the file does not name
  noisefloor sources update [NAME…]
                                 fetch them from where they are published; all that you did not bring yourself
      --base URL                 from a mirror instead, laid out as host/path
  noisefloor sources trust NAME none|suspicious|malicious
  noisefloor sources remove NAME take a list of others away with everything it said
  noisefloor user list           accounts of this installation
  noisefloor user add EMAIL      a link that makes an account; the first one is the owner's
  noisefloor user set EMAIL      change what an account has
      --offering NAME            community, vip or enterprise
      --expires DAY|never        last day of it, e.g. 2026-12-31
      --trial DAY|none           last day of a trial of enterprise
  noisefloor user reset EMAIL    a link that chooses a new password
      --without-second-factor    and takes the second factor away
  noisefloor user sign-out EMAIL end every sign-in of an account
  noisefloor user remove EMAIL   delete an account
  noisefloor workspace list      workspaces of this installation
  noisefloor workspace rename ID NAME
  noisefloor workspace owner ID EMAIL
                                 make a member the owner
  noisefloor key list [WORKSPACE]
                                 keys of every workspace or of one, masked
  noisefloor key revoke ID       end a key
  noisefloor plan list           the plans in force, and which values a file says
  noisefloor plan show OFFERING  one of them: visitor, own, community, vip or enterprise
  noisefloor dispute list        disputes that wait for an answer, and answers in force
  noisefloor dispute answer ID benign|suspicious|malicious|unknown|none
                                 set the verdict on its address
      --note TEXT                why; everybody reads it on the page
      --days N|ever              how long it holds (default 90)
  noisefloor dispute decline ID  leave the verdict as it is; --note and --days as above
  noisefloor dispute undo ID     take an answer back
  noisefloor audit list          who changed what, oldest first; --json: a line each
      --workspace ID             only in that workspace
      --since TIME               2026-11-30 or 2026-11-30T12:00:00Z
  noisefloor audit export -o FILE
                                 the same as NDJSON
  noisefloor sensor run          try this machine as a sensor of the running server, until Ctrl-C
      --profile ID               what it pretends to be at first (default linux-server)
      --port-offset N            decoys listen at their ports plus N (default 20000: needs no rights)
      --interface NAME           capture there, too (needs root); without it decoys only
      --folder DIR               what it keeps (default sensor in the data folder)
  noisefloor backup FOLDER       everything this server keeps, while it runs
  noisefloor restore FOLDER      a backup into a new data folder (NOISEFLOOR_DATA)
  noisefloor demo                how far the simulated demo traffic is loaded, and what is wrong
  noisefloor demo load|remove    load or remove it
  noisefloor demo routable       add three visitors that clients of the public API are willing to ask about

Everywhere:
  --url URL      server (default: local-url in the data folder)
  --key KEY      API key (default: local-key in the data folder)
  --json         machine-readable output, of what lists, shows or makes something
  NOISEFLOOR_DATA names the data folder (default ./data)

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the server or the input refused, 4 no server`
