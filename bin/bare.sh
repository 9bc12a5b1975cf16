# shellcheck shell=bash
# Sourced after setup.sh by the scripts that try Barpoint on a bare Debian in a chroot, $dir, which they make as root.
# It reads from this machine how to reach the package indexes (mirror, proxy, certificates); MIRROR=… sets another mirror.

if [ "$(id -u)" -ne 0 ]; then fail "${0##*/} makes a chroot, and so wants root."; fi
command -v debootstrap >/dev/null || fail "${0##*/} wants debootstrap: apt-get install -y debootstrap"

dir=$(mktemp -d /tmp/barpoint-fresh.XXXXXX)
chmod 755 "$dir" # it becomes /, where everybody may enter
server=
clean_up() {
  trap '' INT TERM HUP
  if [ "$server" ]; then kill "$server" 2>/dev/null || true; fi
  end_what_runs_inside
  umount -l "$dir/proc" 2>/dev/null || true
  # Never delete through a mount: the files behind it belong to this machine.
  if grep -qsF " $dir/" /proc/mounts; then say "still mounted, left alone: $dir"; else rm -rf --one-file-system -- "$dir"; fi
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

log=$dir/up.log

# bare RELEASE: make it.
bare() {
  stage "bare Debian ($1)"
  quietly debootstrap --variant=minbase "$1" "$dir" "$(mirror)" || exit 1
  mount -t proc proc "$dir/proc"
  echo "127.0.0.1 localhost" >"$dir/etc/hosts"
  # As in any chroot, packages must not start their services.
  install -m 755 /dev/stdin "$dir/usr/sbin/policy-rc.d" <<<$'#!/bin/sh\nexit 101'
  lend_the_network
}

end_what_runs_inside() {
  local process
  for process in /proc/[0-9]*; do
    if [ "$(readlink "$process/root" 2>/dev/null)" = "$dir" ]; then kill -KILL "${process#/proc/}" 2>/dev/null || true; fi
  done
}

stage() {
  if [ "${stage_name:-}" ]; then say "-- $stage_name: $((SECONDS - stage_began)) s"; fi
  stage_name=$1 stage_began=$SECONDS
  say "== $1"
}

mirror() {
  local first
  # shellcheck disable=SC2016 # apt's own placeholder
  first=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m1 '/debian/*$' || true)
  echo "${MIRROR:-${first:?no Debian mirror in this machine\'s apt sources: set MIRROR}}"
}

# Nothing of this environment is passed on, except how to reach the package indexes.
enter=(/usr/bin/env -i HOME=/root DEBIAN_FRONTEND=noninteractive
  PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)

inside() { chroot "$dir" "${enter[@]}" "$@" </dev/null; }

lend_the_network() {
  local name value certificates=/etc/ssl/certs/ca-certificates.crt
  cp -L /etc/resolv.conf "$dir/etc/resolv.conf"
  apt-config dump | grep -E '^Acquire::(https?::Proxy|Check-|Retries)' >"$dir/etc/apt/apt.conf.d/99here" || true
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY PIP_DEFAULT_TIMEOUT; do
    if [ "${!name:-}" ]; then enter+=("$name=${!name}"); fi
  done
  for name in index-url extra-index-url trusted-host proxy; do
    value=$(python3 -m pip config get "global.$name" 2>/dev/null || true)
    case $value in
      '' | *file:*) ;; # a folder of this machine means nothing in there
      *)
        name=PIP_${name^^}
        enter+=("${name//-/_}=$value")
        ;;
    esac
  done
  if [ -e "$certificates" ]; then
    # Twice: apt may need it at once, and installing ca-certificates overwrites the first.
    install -D -m 644 "$certificates" "$dir$certificates"
    install -D -m 644 "$certificates" "$dir/usr/local/share/ca-certificates/here.crt"
  fi
}

free_port() {
  ask_python 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# answers_at PORT: wait until the draw page of the $server answers, whose output is in $log.
answers_at() {
  local started=$SECONDS
  until ask_python "$draw_page" "http://127.0.0.1:$1"; do
    kill -0 "$server" 2>/dev/null || fail "$(cat "$log")" "the server ended"
    if ((SECONDS - started > 900)); then fail "$(cat "$log")" "no draw page after 900 s"; fi
    sleep 0.2
  done
  say "its draw page answers after $((SECONDS - started)) s"
}

ends_in_order() {
  kill -TERM "$server"
  wait "$server" || fail "$(cat "$log")" "the server did not end in order: status $?"
  server=
}

ask_python() { inside python3 -c "$@"; }

# Passes if the home page, the first tournament that it links to and that one's draw answer.
draw_page='
import re, sys, urllib.request
def page(path):
    try:
        with urllib.request.urlopen(sys.argv[1] + path, timeout=5) as answer:
            return answer.read().decode()
    except OSError:
        sys.exit(1)
def link(pattern, html):
    match = re.search("href=\"(" + pattern + ")\"", html)
    return match[1] if match else sys.exit(1)
tournament = link(r"/tournaments/\d+/", page("/"))
page(link(r"/events/\d+/", page(tournament)))
'
