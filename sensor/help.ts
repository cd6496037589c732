import { defaultFolder } from './settings/folder.ts'

export const help = `noisefloor-sensor: captures what reaches this host, answers as a decoy, and sends both to its server

  run                      work until told to end (SIGTERM)
      --interface NAME     capture there only (without it: everywhere)
      --port-offset N      add N to every port of decoys, for a try without rights
      --no-capture         decoys only
  enroll                   make this host a sensor of a server
      --server URL         https://… (plain http only to this machine)
      --token nfi_…|-      the one-time token of the install command; - reads it from standard input
      --fingerprint PIN    what the server is known by, when no public authority vouches for its certificate: sha256//BASE64
                           of its public key, or the SHA-256 of the certificate (HEX). On a host that is a sensor already
                           it takes the place of the one before; '' leaves it to authorities again
      --update-key BASE64  the key that signs updates; without it there are none
  leave                    end this sensor: its token ends, what it sent stays
  check-profile FILE       read a profile (JSON), open its ports on this host and tell what they say first
      --port-offset N      (default 20000)
  transport FILE           be the transporter of one device: carry what visitors of its sensor say, there and nowhere else
  apply-update             as root: replace this file by a verified newer one that lies in the folder
  --version, --help

Everywhere:
  --folder DIR             settings, what waits to be sent (default ${defaultFolder})`
