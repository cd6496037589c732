#!/bin/sh
# Makes this host a sensor of a Noisefloor server, in a container: builds an image out of Node's and the server's agent, enrolls once, and
# starts it. It uses the host's network, as a sensor must, and has no right but to capture and to listen below 1024.
set -eu
# Read whole before anything is done: a download that broke off does nothing, and no program below reads the rest as its input.
{

server='{{server}}'
token='{{token}}'
pin='{{pin}}'
agent_sha256='{{agent_sha256}}'
name=noisefloor-sensor

say() { printf '%s\n' "$*" >&2; }
stop() {
  say "Stopped: $*"
  exit 1
}
engine=''
for one in docker podman; do
  if [ -z "$engine" ] && command -v "$one" >/dev/null 2>&1; then engine=$one; fi
done
[ -n "$engine" ] || stop 'neither docker nor podman is here'
case $pin in '{'*) pin='' ;; esac

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ -n "$pin" ]; then
  curl -fsS -k --pinnedpubkey "$pin" -o "$folder/agent.mjs" "$server/sensor/agent.mjs"
else
  curl -fsS -o "$folder/agent.mjs" "$server/sensor/agent.mjs"
fi
[ "$(sha256sum "$folder/agent.mjs" | cut -d' ' -f1)" = "$agent_sha256" ] ||
  stop 'the SHA-256 of the agent is another than this script says: make a new one'

# tcpdump and the agent keep two rights of their own (ambient) when the user changes; nothing can win any back.
cat >"$folder/Dockerfile" <<'IMAGE'
FROM docker.io/library/node:24-bookworm-slim
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends tcpdump && rm -rf /var/lib/apt/lists/* \
  && useradd --system --home-dir /data --no-create-home --shell /usr/sbin/nologin sensor && mkdir -m 700 /data && chown sensor /data
COPY agent.mjs /opt/noisefloor-sensor/agent.mjs
VOLUME /data
ENTRYPOINT ["setpriv", "--reuid=sensor", "--regid=sensor", "--clear-groups", "--no-new-privs", "--bounding-set=-all,+net_raw,+net_bind_service", "--inh-caps=-all,+net_raw,+net_bind_service", "--ambient-caps=-all,+net_raw,+net_bind_service", "--", "node", "/opt/noisefloor-sensor/agent.mjs"]
CMD ["run", "--folder", "/data"]
IMAGE
"$engine" build -q -t "$name" "$folder" >/dev/null

rights='--cap-drop ALL --cap-add NET_RAW --cap-add NET_BIND_SERVICE --cap-add SETUID --cap-add SETGID --cap-add SETPCAP'
# A sensor that is here already stays that one, and takes the key that the server has now.
# shellcheck disable=SC2086
printf '%s\n' "$token" | "$engine" run --rm -i --network host $rights -v "$name:/data" "$name" \
  enroll --server "$server" --token - --folder /data --fingerprint "$pin"
"$engine" rm -f "$name" >/dev/null 2>&1 || true
# shellcheck disable=SC2086
"$engine" run -d --name "$name" --restart always --network host --read-only --memory 1g $rights -v "$name:/data" "$name" >/dev/null
say "This host is a sensor of $server: its page there turns green within seconds."
}
