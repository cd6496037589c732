#!/bin/sh
# Makes this host a sensor of a Noisefloor server: a service that captures what reaches the host and answers as a decoy.
# Debian, Ubuntu, RHEL-like (systemd) and Alpine (OpenRC). Running it again repairs and updates what is there.
#   --move-ssh PORT   move this host's own SSH there first, so that port 22 is the sensor's
#   --updates         let the server's signed newer versions replace the agent
set -eu
# Read whole before anything is done: a download that broke off does nothing, and no program below reads the rest as its input.
{
umask 022
server='{{server}}'
token='{{token}}'
pin='{{pin}}'
agent_sha256='{{agent_sha256}}'
update_key='{{update_key}}'

name=noisefloor-sensor
# Below another folder than /, for tests.
root=${NOISEFLOOR_ROOT:-}
code=$root/opt/$name
data=$root/var/lib/$name
ssh_dropin=$root/etc/ssh/sshd_config.d/10-$name.conf
socket_dropin=$root/etc/systemd/system/ssh.socket.d/$name.conf

say() { printf '%s\n' "$*" >&2; }
stop() {
  say "Stopped: $*"
  exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

ssh_port=''
updates=no
while [ $# -gt 0 ]; do
  case $1 in
    --move-ssh)
      ssh_port=${2:-}
      case $ssh_port in '' | *[!0-9]*) stop '--move-ssh needs a port' ;; esac
      if [ "$ssh_port" -lt 1 ] || [ "$ssh_port" -gt 65535 ]; then stop '--move-ssh needs a port'; fi
      shift 2
      ;;
    --updates)
      updates=yes
      shift
      ;;
    *) stop "unknown option $1" ;;
  esac
done

[ "$(uname -s)" = Linux ] || stop 'a sensor needs Linux'
[ "$(id -u)" = 0 ] || stop 'installing needs root (sudo); the sensor itself runs without'
# A server that knows no pin leaves the place as it was.
case $pin in '{'*) pin='' ;; esac

packages=none
for one in apk yum dnf apt-get; do
  if have "$one"; then packages=$one; fi
done
if [ -d "$root/run/systemd/system" ]; then
  services=systemd
elif have rc-service; then
  services=openrc
else
  stop 'neither systemd nor OpenRC runs here'
fi

add_package() {
  say "Installing the package $1 …"
  case $packages in
    apt-get) DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1" >/dev/null ||
      { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1" >/dev/null; } ;;
    dnf) dnf install -y -q "$1" >/dev/null ;;
    yum) yum install -y -q "$1" >/dev/null ;;
    apk) apk add -q "$1" ;;
    *) return 1 ;;
  esac || return 1
  # The uninstall script takes away what came with the sensor.
  printf '%s\n' "$1" >>"$code/packages"
}

mkdir -p "$code"
chmod 755 "$code"

have curl || add_package curl || stop 'curl could not be installed'
have tcpdump || add_package tcpdump || say 'Without tcpdump: decoys only.'

# curl holds to the server's key, whoever vouches for the certificate.
fetch() {
  if [ -n "$pin" ]; then
    curl -fsS --proto '=https,http' -k --pinnedpubkey "$pin" "$@"
  else
    curl -fsS --proto '=https,http' "$@"
  fi
}
sum_of() { sha256sum "$1" | cut -d' ' -f1; }

major_of() {
  version=$("$1" --version 2>/dev/null) || version=v0
  version=${version#v}
  version=${version%%.*}
  case $version in '' | *[!0-9]*) version=0 ;; esac
  printf '%s' "$version"
}

# Node 20 or newer that a service without a home reaches: the host's, the distribution's (Alpine), or the server's.
node=''
for found in /usr/bin/node /usr/local/bin/node /usr/bin/nodejs; do
  if [ -x "$root$found" ] && [ "$(major_of "$root$found")" -ge 20 ]; then
    node=$root$found
    break
  fi
done
if [ -z "$node" ] && [ "$packages" = apk ]; then
  add_package nodejs || stop 'the package nodejs could not be installed'
  node=$root/usr/bin/node
  [ "$(major_of "$node")" -ge 20 ] || stop "this Alpine has Node $(major_of "$node"), and a sensor needs 20 or newer (Alpine 3.19)"
fi
if [ -z "$node" ]; then
  case $(uname -m) in
    x86_64) file='node-linux-x64' ;;
    *) stop "no Node 20 or newer on this host, and the server has none for $(uname -m): install one in /usr/bin" ;;
  esac
  say 'Fetching Node from the server …'
  fetch -D "$code/headers" -o "$code/node.new" "$server/sensor/$file"
  wanted=$(tr -d '\r' <"$code/headers" | sed -n 's/^[Xx]-[Ss][Hh][Aa]256: *//p' | tail -n 1)
  rm -f "$code/headers"
  [ "$(sum_of "$code/node.new")" = "$wanted" ] || stop 'the SHA-256 of Node is another than the server says'
  chmod 755 "$code/node.new"
  mv "$code/node.new" "$code/node"
  node=$code/node
  [ "$(major_of "$node")" -ge 20 ] || stop "the server's Node does not run on this host"
fi

say 'Fetching the agent …'
fetch -o "$code/agent.mjs.new" "$server/sensor/agent.mjs"
[ "$(sum_of "$code/agent.mjs.new")" = "$agent_sha256" ] || stop 'the SHA-256 of the agent is another than this script says: make a new one'
chmod 644 "$code/agent.mjs.new"
mv "$code/agent.mjs.new" "$code/agent.mjs"

if ! id "$name" >/dev/null 2>&1; then
  if have useradd; then
    useradd --system --home-dir "$data" --no-create-home --shell /usr/sbin/nologin "$name"
  else
    addgroup -S "$name"
    adduser -S -D -H -h "$data" -s /sbin/nologin -G "$name" "$name"
  fi
fi
mkdir -p "$data"
chown "$name" "$data"
chmod 700 "$data"

as_sensor() { su -s /bin/sh "$name" -c "$1"; }
# A host that is a sensor already stays that one, and takes the key that the server has now.
options="--server '$server' --token - --folder '$data' --fingerprint '$pin'"
[ "$updates" = no ] || options="$options --update-key '$update_key'"
# By standard input: what stands on a command line everybody on the host can read.
printf '%s\n' "$token" | as_sensor "'$node' '$code/agent.mjs' enroll $options" || stop 'this host did not become a sensor of the server'

move_ssh() {
  [ -d "$root/etc/ssh" ] || stop 'no SSH server to move'
  # "Port" lines add up: one that was written by hand stays the host's affair.
  if grep -Eqi '^[[:space:]]*Port[[:space:]]' "$root/etc/ssh/sshd_config"; then
    stop 'sshd_config names a Port itself: change it there, then run this again without --move-ssh'
  fi
  grep -Eqi '^[[:space:]]*Include[[:space:]]+/etc/ssh/sshd_config\.d/' "$root/etc/ssh/sshd_config" ||
    stop 'sshd_config includes no sshd_config.d: set its Port by hand'
  mkdir -p "$root/etc/ssh/sshd_config.d"
  printf 'Port %s\n' "$ssh_port" >"$ssh_dropin"
  if ! sshd -t; then
    rm -f "$ssh_dropin"
    stop 'sshd does not take that port; nothing was moved'
  fi
  if have semanage; then semanage port -a -t ssh_port_t -p tcp "$ssh_port" 2>/dev/null || true; fi
  if [ "$services" = systemd ]; then
    # Where systemd listens for SSH, it is told, too.
    if systemctl is-enabled --quiet ssh.socket 2>/dev/null; then
      mkdir -p "$(dirname "$socket_dropin")"
      printf '[Socket]\nListenStream=\nListenStream=%s\n' "$ssh_port" >"$socket_dropin"
      systemctl daemon-reload
      systemctl restart ssh.socket
    fi
    systemctl try-restart ssh.service sshd.service 2>/dev/null || true
  else
    rc-service sshd restart
  fi
  say "SSH of this host is at port $ssh_port now: open it in your firewall, and try it before you close this window."
}
[ -z "$ssh_port" ] || move_ssh

printf '%s\n' "$update_key" >"$code/update-key"

if [ "$services" = systemd ]; then
  units=$root/etc/systemd/system
  mkdir -p "$units"
  cat >"$units/$name.service" <<UNIT
[Unit]
Description=Noisefloor sensor
After=network-online.target
Wants=network-online.target

[Service]
User=$name
ExecStart=$node $code/agent.mjs run --folder $data
Restart=always
RestartSec=5
StateDirectory=$name
StateDirectoryMode=0700
UMask=0077
LimitNOFILE=65536
TasksMax=64
MemoryMax=1G
AmbientCapabilities=CAP_NET_RAW CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_RAW CAP_NET_BIND_SERVICE
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
PrivateDevices=yes
PrivateTmp=yes
LockPersonality=yes
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_PACKET AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service

[Install]
WantedBy=multi-user.target
UNIT
  if [ "$updates" = yes ]; then
    cat >"$units/$name-update.service" <<UNIT
[Unit]
Description=Replaces the Noisefloor sensor by a newer version that its server signed

[Service]
Type=oneshot
ExecStart=$node $code/agent.mjs apply-update --folder $data
ExecStartPost=/bin/systemctl try-restart $name.service
NoNewPrivileges=yes
CapabilityBoundingSet=CAP_DAC_READ_SEARCH
ProtectSystem=strict
ReadWritePaths=$code
ProtectHome=yes
PrivateDevices=yes
PrivateTmp=yes
RestrictAddressFamilies=AF_UNIX
SystemCallArchitectures=native
SystemCallFilter=@system-service
UNIT
    cat >"$units/$name-update.path" <<UNIT
[Unit]
Description=Waits for a newer version of the Noisefloor sensor

[Path]
PathChanged=$data/update/offer.json

[Install]
WantedBy=multi-user.target
UNIT
  fi
  systemctl daemon-reload
  systemctl enable --quiet "$name.service"
  systemctl restart "$name.service"
  if [ "$updates" = yes ]; then systemctl enable --quiet --now "$name-update.path"; fi
else
  [ "$updates" = no ] || say 'Updates need systemd: run this script again for a newer version.'
  cat >"$root/etc/init.d/$name" <<INIT
#!/sbin/openrc-run
description="Noisefloor sensor"
supervisor=supervise-daemon
command="$node"
command_args="$code/agent.mjs run --folder $data"
command_user="$name"
capabilities="^cap_net_raw,^cap_net_bind_service"
respawn_delay=5
rc_ulimit="-n 65536"
output_log="/var/log/$name.log"
error_log="/var/log/$name.log"
depend() { need net; }
INIT
  chmod 755 "$root/etc/init.d/$name"
  rc-update -q add "$name" default
  rc-service "$name" restart
fi
say "This host is a sensor of $server: its page there turns green within seconds."
}
