#!/bin/sh
# Takes a Noisefloor sensor off this host: service, code, data, user, and what came with it. What it sent stays with its server.
#   --keep-ssh   leave this host's SSH where --move-ssh put it
set -eu
# Read whole before anything is done: a download that broke off does nothing, and no program below reads the rest as its input.
{

name=noisefloor-sensor
root=${NOISEFLOOR_ROOT:-}
code=$root/opt/$name
data=$root/var/lib/$name
units=$root/etc/systemd/system
ssh_dropin=$root/etc/ssh/sshd_config.d/10-$name.conf
socket_folder=$root/etc/systemd/system/ssh.socket.d

say() { printf '%s\n' "$*" >&2; }
have() { command -v "$1" >/dev/null 2>&1; }

keep_ssh=no
case ${1:-} in
  '') ;;
  --keep-ssh) keep_ssh=yes ;;
  *)
    say "Stopped: unknown option $1"
    exit 1
    ;;
esac
[ "$(id -u)" = 0 ] || {
  say 'Stopped: uninstalling needs root (sudo)'
  exit 1
}

node=$code/node
[ -x "$node" ] || node=$(command -v node || true)

if [ -d "$root/run/systemd/system" ]; then
  for unit in "$name-update.path" "$name-update.service" "$name.service"; do
    if [ -f "$units/$unit" ]; then
      systemctl disable --quiet --now "$unit" 2>/dev/null || true
      rm -f "$units/$unit"
    fi
  done
elif have rc-service && [ -f "$root/etc/init.d/$name" ]; then
  rc-service "$name" stop || true
  rc-update -q del "$name" default || true
  rm -f "$root/etc/init.d/$name" "$root/var/log/$name.log"
fi

if [ -f "$data/settings.json" ] && [ -f "$code/agent.mjs" ] && [ -n "$node" ]; then
  su -s /bin/sh "$name" -c "'$node' '$code/agent.mjs' leave --folder '$data'" ||
    say 'The server was not told: remove the sensor on its page.'
fi

if [ -f "$ssh_dropin" ] && [ "$keep_ssh" = no ]; then
  rm -f "$ssh_dropin" "$socket_folder/$name.conf"
  rmdir "$socket_folder" 2>/dev/null || true
  if [ -d "$root/run/systemd/system" ]; then
    systemctl daemon-reload
    if systemctl is-enabled --quiet ssh.socket 2>/dev/null; then systemctl restart ssh.socket; fi
    systemctl try-restart ssh.service sshd.service 2>/dev/null || true
  elif have rc-service; then
    rc-service sshd restart || true
  fi
  say 'SSH of this host is at port 22 again.'
fi

# Whether nothing else needs the package: what came to depend on it since would be removed with it.
may_go() {
  if have apt-get; then
    dpkg --no-act --remove "$1" >/dev/null 2>&1
  elif have dnf || have yum; then
    rpm -e --test "$1" >/dev/null 2>&1
  fi
  # apk keeps what is needed by itself.
}

if [ -f "$code/packages" ]; then
  while read -r package; do
    if ! may_go "$package"; then
      say "The package $package was not removed: others may need it."
      # It goes when the last of them went.
      if have apt-get; then
        apt-mark auto "$package" >/dev/null || true
      elif have dnf; then
        dnf mark remove "$package" >/dev/null 2>&1 || dnf mark dependency -y "$package" >/dev/null || true
      fi
    elif have apt-get; then
      DEBIAN_FRONTEND=noninteractive apt-get remove -y -qq "$package" >/dev/null || true
    elif have dnf; then
      dnf remove -y -q "$package" >/dev/null || true
    elif have yum; then
      yum remove -y -q "$package" >/dev/null || true
    elif have apk; then
      apk del -q "$package" || true
    fi
  done <"$code/packages"
fi

rm -rf "$code" "$data"
if id "$name" >/dev/null 2>&1; then
  if have userdel; then
    userdel "$name" 2>/dev/null || true
  else
    deluser "$name" || true
    delgroup "$name" 2>/dev/null || true
  fi
fi
if [ -d "$root/run/systemd/system" ]; then systemctl daemon-reload; fi
say 'This host is no sensor any more.'
}
