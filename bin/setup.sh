# shellcheck shell=bash
# Sourced by the other scripts: provides a Python, the system libraries, and a venv that matches a lock.
# It never prompts, and takes a fraction of a second if everything is in place.

set -euo pipefail
unset CDPATH

case ${BARPOINT_DATA:-} in
  '' | /* | '~'*) ;;
  *) export BARPOINT_DATA="$PWD/$BARPOINT_DATA" ;; # meant from where the caller stands, which we leave now
esac
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
cd -- "$root"
PATH=$PATH:/usr/sbin:/sbin:/usr/games # homes of ldconfig and gnubg, which are not on everybody's path
# Where compiled code is not kept, each of the hundreds of servers that tests start compiles all of it again: 4 s, not 2.
unset PYTHONDONTWRITEBYTECODE

# Commands are run as `"$venv_python" -m NAME`: a venv's own scripts break when the checkout is moved.
venv_python=$root/.venv/bin/python
stamp=.venv/barpoint-locks

say() { printf '%s\n' "$@" >&2; }

fail() {
  say "$@"
  exit 1
}

# quietly COMMAND…: run it and show its output only if it fails. The output goes to a file, and our lock (9) is closed,
# because a package may start a service that would hold on to both.
quietly() {
  local output status=0
  output=$(mktemp)
  "$@" >"$output" 2>&1 </dev/null 9>&- || status=$?
  if ((status)); then
    cat -- "$output" >&2
    say "" "failed: $*"
  fi
  rm -f -- "$output"
  return "$status"
}

# set_up LOCK [PACKAGE…]: provide everything that a script needs. Each PACKAGE is an optional Debian package: if nothing
# may be installed, it is left out with one line to type. In CI that ends the script.
set_up() {
  (
    # If two scripts start at once, one does the work and the other waits for it.
    if command -v flock >/dev/null; then flock 9; fi
    bring_packages "$@"
    if ! is_current "$1"; then make_venv "$1"; fi
  ) 9<pyproject.toml
}

bring_packages() {
  local lock=$1 package needed wanted
  mapfile -t wanted < <(offered "${@:2}")
  mapfile -t needed < <(missing_libraries && missing_packages fonts-dejavu-core fonts-urw-base35)
  if ! is_current "$lock" && ! find_python "$complete" >/dev/null; then
    package=$(python_package)
    needed+=("$package")
  fi
  if ((${#needed[@]} + ${#wanted[@]} == 0)); then return; fi
  if may_install; then
    install_packages
  elif ((${#needed[@]})) || [ "${CI:-}" = true ]; then
    say "System packages are missing. Type this line, then start again:"
    line_to_type "${needed[@]}" "${wanted[@]}"
    exit 1
  else
    say "Left out is what needs these packages: ${wanted[*]}. To have them, type:"
    line_to_type "${wanted[@]}" >&2
  fi
}

# --- Python

usable='import sys, sqlite3, ssl; assert sys.version_info >= (3, 12); print(sys._base_executable)'
complete="import venv, ensurepip; $usable" # Debian ships Python without these two

# find_python TEST: print the first Python that passes. Each is run, because a shim on the path may not work. The
# distribution's own comes first: it is built with optimisations, and up to 1.8 times as fast as one that pyenv built.
find_python() {
  local candidate pyenv=${HOME:-}/.pyenv/versions
  for candidate in /usr/bin/python3 python3.13 python3.12 python3 "$pyenv"/3.1[3-9]*/bin/python "$pyenv"/3.12*/bin/python; do
    if "$candidate" -I -c "$1" 2>/dev/null; then return; fi
  done
  return 1
}

# The package that completes the installed Python, or that installs the distribution's own.
python_package() {
  local python
  if python=$(find_python "$usable"); then
    "$python" -I -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'
  elif [ ! -e /usr/bin/python3 ]; then
    echo python3-venv
  else
    fail "Barpoint needs Python 3.12 or later (Debian 13 and Ubuntu 24.04 have it); this machine shows none."
  fi
}

# --- System packages

package_lists=/var/lib/apt/lists

# WeasyPrint loads these by name when it starts; pip cannot install them.
missing_libraries() {
  local known package library
  known=$(ldconfig -p 2>/dev/null || true)
  while read -r package library; do
    if [[ $known != *"$library"* ]]; then echo "$package"; fi
  done <<'END'
libpango-1.0-0 libpango-1.0.so.0
libpangoft2-1.0-0 libpangoft2-1.0.so.0
libharfbuzz-subset0 libharfbuzz-subset.so.0
END
}

missing_packages() {
  local package
  if ! command -v dpkg-query >/dev/null; then return; fi # elsewhere these names mean nothing
  for package in "$@"; do
    # shellcheck disable=SC2016 # dpkg's own placeholder
    if [[ " $(dpkg-query -W -f '${db:Status-Status} ' "$package" 2>/dev/null)" != *" installed "* ]]; then
      echo "$package"
    fi
  done
}

# Whether packages can be installed without a prompt.
may_install() {
  command -v apt-get >/dev/null && { [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null; }
}

# Installs the packages that are ``needed``, and those ``wanted`` that this release has.
install_packages() {
  local as_root=() packages=("${needed[@]}" "${wanted[@]}") retries=3
  if [ "$(id -u)" -ne 0 ]; then as_root=(sudo -n); fi
  say "Installing ${packages[*]} …"
  if ! quietly "${as_root[@]}" apt-get -o APT::Update::Error-Mode=any update; then
    say "(going on with the old package lists)"
    retries=0 # nobody waits minutes to hear that there is no network
  fi
  mapfile -t wanted < <(offered "${wanted[@]}")
  packages=("${needed[@]}" "${wanted[@]}")
  # A machine that just started may be running its own upgrades.
  quietly "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 \
    -o "Acquire::Retries=$retries" install -y --no-install-recommends "${packages[@]}" && return
  say "Not installed: ${packages[*]}. The reason is above; most often the package servers cannot be reached."
  if ((${#needed[@]} == 0)); then say "To run the tests that need none of them, type: bin/test tests"; fi
  exit 1
}

# offered PACKAGE…: those that this release has (Ubuntu has no chromium); all of them without package lists.
offered() {
  local package lists=("$package_lists"/*Packages*)
  for package in "$@"; do
    if [ ! -e "${lists[0]}" ] || [[ $(apt-cache policy "$package" 2>/dev/null) =~ Candidate:\ [^\(] ]]; then
      echo "$package"
    else
      say "Left out: $package, which this release does not have."
    fi
  done
}

line_to_type() {
  local command="apt-get install -y --no-install-recommends $*" lists=("$package_lists"/*Packages*)
  if ! command -v apt-get >/dev/null; then
    echo "(install what Debian calls: $*)"
    return
  fi
  if [ ! -e "${lists[0]}" ]; then command="apt-get update && sudo $command"; fi
  if command -v sudo >/dev/null; then
    echo "sudo $command"
  else
    echo "su -c '${command//sudo /}'" # a Debian with a password for root has no sudo
  fi
}

# --- The venv

# One line of the stamp: the lock, its hash and the Python.
stamp_line() {
  local version
  version=$("$venv_python" -I -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || true)
  echo "$1 $(sha256sum <"$1") $version"
}

is_current() { grep -qsxF -- "$(stamp_line "$1")" "$stamp"; }

# make_venv LOCK. The development lock contains the runtime lock, so its stamp counts for both.
make_venv() {
  local lock=$1 python
  say "Installing the Python packages of $lock …"
  rm -f -- "$stamp"
  if ! "$venv_python" -I -m pip --version >/dev/null 2>&1; then
    python=$(find_python "$complete") || fail "Python with venv and ensurepip is still missing."
    quietly "$python" -m venv --clear .venv
  fi
  quietly "$venv_python" -m pip install --no-input --require-hashes -r "$lock" ||
    fail "Not installed: the Python packages of $lock. The reason is above; most often their index cannot be reached."
  stamp_line "$lock" >"$stamp.new"
  if [ "$lock" = requirements-dev.txt ]; then stamp_line requirements.txt >>"$stamp.new"; fi
  mv -- "$stamp.new" "$stamp"
}

# --- For tests only

# The Debian packages without which tests are skipped: a PostgreSQL server, message brokers, a browser, PDF rendering,
# GNU Backgammon. Each is detected by its programs, as in the tests.
missing_test_packages() {
  local package programs program found
  if ! postgres_bin >/dev/null; then echo postgresql; fi
  while read -r package programs; do
    found=
    for program in $programs; do
      if command -v "$program" >/dev/null; then found=yes; fi
    done
    if [ ! "$found" ]; then echo "$package"; fi
  done <<'END'
rabbitmq-server rabbitmq-server
redis-server redis-server
chromium chromium chromium-browser google-chrome
chromium-headless-shell chromium-headless-shell chromium chromium-browser google-chrome
poppler-utils pdftoppm
gnubg gnubg
strace strace
nginx-light nginx
caddy caddy
END
}

# Print the folder of the newest PostgreSQL server's programs; fail if there is none from 15 on.
postgres_bin() {
  local bin version newest=14
  for bin in /usr/lib/postgresql/*/bin; do
    version=${bin#/usr/lib/postgresql/}
    version=${version%/bin}
    if [[ $version =~ ^[0-9]+$ && -x $bin/initdb && -x $bin/postgres ]] && ((version > newest)); then newest=$version; fi
  done
  if ((newest < 15)); then return 1; fi
  echo "/usr/lib/postgresql/$newest/bin"
}
