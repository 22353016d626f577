#!/bin/bash
# From a bare Debian machine to one that serves, as docs/operations.md says; run by root, from a checkout that is built or can be.
# Each command it types is printed. Again on the same machine it brings the next release: what is there stays.
#
#   ANSWERS=settings.txt CERTIFICATE=lessons.pem deploy/bare-machine.sh
#   NAME=greenside deploy/bare-machine.sh remove      (takes everything away again, the database, too)
#
# ANSWERS: lines NAME=value for deploy/settings.env; secrets and the database's address are made here.
# CERTIFICATE: chain and key in one file, as HAProxy wants it.
set -euo pipefail

NAME=${NAME:-greenside}
BASE=${BASE:-/opt/$NAME}
ETC=${ETC:-/etc/$NAME}
STATE=${STATE:-/var/lib/$NAME}
CACHE=${CACHE:-/var/cache/$NAME}
RUN=${RUN:-/run/$NAME}
PG_CLUSTER=${PG_CLUSTER:-main}
PG_PORT=${PG_PORT:-5432}
WEB_PORTS=${WEB_PORTS:-3001 3002}
WORKER_PORT=${WORKER_PORT:-3010}
# An address of the machine; all of them when empty.
PUBLIC=${PUBLIC:-}
BUILD=${BUILD:-node scripts/bootstrap.mjs build}
source=$(cd "$(dirname "$0")/.." && pwd)
has_systemd() { [ -d /run/systemd/system ]; }

run() {
  printf '+ %s\n' "$*" >&2
  "$@"
}
as() { run runuser -u "$1" -- "${@:2}"; }
step() { printf '\n== %s (%s s)\n' "$1" "$SECONDS" >&2; }

packages() {
  step 'Debian packages'
  local missing=()
  # The project's Node needs libatomic1, which a bare Debian has not.
  for one in postgresql haproxy openssl ca-certificates libatomic1; do
    dpkg-query -W -f '${Status}' "$one" 2>/dev/null | grep -q 'ok installed' || missing+=("$one")
  done
  [ ${#missing[@]} = 0 ] || run apt-get install -y --no-install-recommends "${missing[@]}"
  # Any Node from 20 brings the packages, and among them the Node that runs.
  command -v npm >/dev/null || { echo 'Install Node 20 or newer with npm first: docs/operations.md, Node' >&2; exit 1; }
}

user() {
  step 'A user of its own, and its folders'
  id -u "$NAME" >/dev/null 2>&1 || run adduser --quiet --system --group --no-create-home --home /nonexistent "$NAME"
  run install -d -m 0755 "$BASE" "$BASE/releases"
  run install -d -m 0750 -o root -g "$NAME" "$ETC"
  run install -d -m 0750 -o "$NAME" -g "$NAME" "$STATE" "$CACHE" "$RUN"
}

release() {
  step 'The release: built files, and packages without those for development'
  cd "$source"
  version=$(git rev-parse --short=12 HEAD)
  release=$BASE/releases/$version
  run $BUILD
  run install -d "$release"
  printf '+ git archive %s … | tar -x -C %s\n' "$version" "$release" >&2
  git archive HEAD package.json package-lock.json .npmrc scripts src db docs deploy | tar -x -C "$release"
  run cp -a dist "$release/"
  if [ -n "${PACKAGES:-}" ]; then run cp -a "$PACKAGES" "$release/"
  else (cd "$release" && run npm install --no-save --omit=dev --no-audit --no-fund --loglevel=error); fi
  run ln -sfn "$(cd "$release" && echo node_modules/node-linux-*/bin/node)" "$release/node"
  # npm may not bring anything but what the lock file names; what nothing needs that runs goes.
  (cd "$release" && run ./node scripts/check-installed.ts >&2 && run ./node scripts/prune.ts >&2)
  run ln -sfn "releases/$version" "$BASE/current"
  printf '%s\n' '#!/bin/sh' "GREENSIDE_FOLDER=$BASE/current GREENSIDE_SETTINGS=$ETC/env GREENSIDE_USER=$NAME GREENSIDE_FILES=$STATE/files GREENSIDE_COMMAND=$NAME exec $BASE/current/deploy/greenside \"\$@\"" \
    > "/usr/local/bin/$NAME"
  run chmod 0755 "/usr/local/bin/$NAME"
}

database() {
  step 'PostgreSQL'
  local major
  major=$(ls /usr/lib/postgresql | sort -n | tail -1)
  pg_lsclusters -h | grep -q "^$major  *$PG_CLUSTER " || run pg_createcluster "$major" "$PG_CLUSTER" --port "$PG_PORT" --locale C.UTF-8 -- --data-checksums
  if ! pg_ctlcluster "$major" "$PG_CLUSTER" status >/dev/null; then
    if has_systemd; then run systemctl start "postgresql@$major-$PG_CLUSTER"; else run pg_ctlcluster "$major" "$PG_CLUSTER" start; fi
  fi
  local sql=(psql -p "$PG_PORT" -qtAX -v ON_ERROR_STOP=1)
  if [ -z "$(cd / && runuser -u postgres -- "${sql[@]}" -c "select 1 from pg_roles where rolname = '$NAME'")" ]; then
    password=$(openssl rand -hex 24)
    printf '+ create role %s login password …\n' "$NAME" >&2
    (cd / && runuser -u postgres -- "${sql[@]}") <<< "create role \"$NAME\" login password '$password'"
    (cd / && as postgres createdb -p "$PG_PORT" --owner "$NAME" --template template0 --encoding UTF8 --locale C.UTF-8 "$NAME")
  fi
}

# Sets a line of the file of settings. Values with spaces or marks are quoted, as systemd and Node read them.
setting() {
  local quoted=$2
  case $2 in *[!A-Za-z0-9:/@._,%+=-]*) quoted="\"$2\"" ;; esac
  sed -i "/^#\?$1=/d" "$ETC/env"
  printf '%s=%s\n' "$1" "$quoted" >> "$ETC/env"
}

settings() {
  step 'Settings'
  if [ ! -f "$ETC/env" ]; then
    run install -m 0640 -o root -g "$NAME" "$BASE/current/deploy/settings.env" "$ETC/env"
    for one in SESSION_SECRET SECRETS_KEY METRICS_TOKEN; do
      printf '+ %s=$(openssl rand -hex 32)\n' "$one" >&2
      setting "$one" "$(openssl rand -hex 32)"
    done
  fi
  [ -z "${password:-}" ] || setting DATABASE_URL "postgres://$NAME:$password@127.0.0.1:$PG_PORT/$NAME"
  if [ -n "${ANSWERS:-}" ]; then
    local line
    # The last line may end without a line break, and a value may contain "=".
    while IFS= read -r line || [ -n "$line" ]; do
      case $line in '' | \#*) continue ;; esac
      setting "${line%%=*}" "${line#*=}"
    done < "$ANSWERS"
  fi
}

webhooks() {
  step 'Stripe'
  local said
  said=$(run "$NAME" stripe setup)
  sed 's/whsec_[A-Za-z0-9_]*/whsec_…/g' <<< "$said" >&2
  # Printed only if an endpoint was made: its secret, after those that are set.
  said=$(sed -n 's/^STRIPE_WEBHOOK_SECRET=//p' <<< "$said")
  [ -z "$said" ] || setting STRIPE_WEBHOOK_SECRET "$said"
}

migrate() {
  step 'Migrations'
  run "$NAME" migrate >&2
}

# A unit of deploy/systemd for this name, these folders and these ports.
unit() {
  sed -e "s|/opt/greenside|$BASE|g; s|/etc/greenside|$ETC|g; s|/var/lib/greenside|$STATE|g; s|/var/cache/greenside|$CACHE|g" \
    -e "s#^\(User\|Group\|StateDirectory\|CacheDirectory\|LogNamespace\)=greenside#\1=$NAME#; s|PORT=3010|PORT=$WORKER_PORT|" "$source/deploy/systemd/$1"
}

# Where there is no systemd: the unit's own command line, its user and its environment.
start_by_hand() {
  local unit_text=$1 port=$2 log=$3 command environment
  command=$(sed -n 's/^ExecStart=//p' <<< "$unit_text" | sed "s/%i/$port/; s|\(/node\) |\1 --env-file=$ETC/env |")
  environment=$(sed -n 's/^Environment=//p' <<< "$unit_text")
  if [ -f "$RUN/$port.pid" ] && kill -0 "$(cat "$RUN/$port.pid")" 2>/dev/null; then
    run kill -TERM "$(cat "$RUN/$port.pid")"
    while kill -0 "$(cat "$RUN/$port.pid")" 2>/dev/null; do sleep 0.2; done
  fi
  printf '+ (as %s, in %s/current) %s %s\n' "$NAME" "$BASE" "$environment" "$command" >&2
  # A child of init, as a service is: a process whose parent ends, ends too.
  (cd "$BASE/current" && setsid --fork sh -c 'echo $$ > "$1"; shift; exec "$@"' sh "$RUN/$port.pid" \
    setpriv --reuid "$NAME" --regid "$NAME" --clear-groups --no-new-privs env -i PATH=/usr/bin:/bin $environment \
    ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS=$NODE_EXTRA_CA_CERTS} $command) >> "$log" 2>&1 < /dev/null
}

until_ready() {
  for _ in $(seq 120); do
    if "$BASE/current/node" -e "fetch('http://127.0.0.1:$1/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"; then return; fi
    sleep 0.5
  done
  echo "Nothing is ready on port $1." >&2
  exit 1
}

services() {
  step 'Worker and web, one after the other'
  local worker web
  worker=$(unit greenside-worker.service)
  web=$(unit greenside-web@.service)
  if has_systemd; then
    printf '%s\n' "$worker" > "/etc/systemd/system/$NAME-worker.service"
    printf '%s\n' "$web" > "/etc/systemd/system/$NAME-web@.service"
    run install -m 0644 "$source/deploy/systemd/journald@greenside.conf" "/etc/systemd/journald@$NAME.conf"
    run install -m 0644 "$source/deploy/logs.logrotate" "/etc/logrotate.d/$NAME"
    run rm -f /etc/logrotate.d/haproxy /etc/logrotate.d/postgresql-common
    run systemctl daemon-reload
    run systemctl enable --quiet "$NAME-worker"
    run systemctl restart "$NAME-worker"
  else start_by_hand "$worker" "$WORKER_PORT" "$STATE/worker.log"; fi
  until_ready "$WORKER_PORT"
  for port in $WEB_PORTS; do
    if has_systemd; then
      run systemctl enable --quiet "$NAME-web@$port"
      run systemctl restart "$NAME-web@$port"
    else start_by_hand "$web" "$port" "$STATE/web-$port.log"; fi
    until_ready "$port"
  done
}

proxy() {
  step 'HAProxy with TLS'
  local folder=/etc/haproxy number=0 servers=
  has_systemd || folder=$ETC/haproxy
  run install -d -m 0755 "$folder"
  run install -d -m 0700 "$folder/certs"
  [ -z "${CERTIFICATE:-}" ] || run install -m 0600 "$CERTIFICATE" "$folder/certs/$NAME.pem"
  for port in $WEB_PORTS; do
    number=$((number + 1))
    servers+="    server web$number 127.0.0.1:$port\\n"
  done
  run install -m 0644 "$source/src/app/http/away.html" "$folder/away.html"
  sed -e "s|bind :80|bind $PUBLIC:80|; s|bind :443|bind $PUBLIC:443|; s|/etc/haproxy/|$folder/|" \
    -e '/^    server web2 /d' -e "s|^    server web1 .*|${servers%\\n}|" "$source/deploy/haproxy.cfg" > "$folder/haproxy.cfg"
  run haproxy -c -q -f "$folder/haproxy.cfg"
  if has_systemd; then run systemctl reload-or-restart haproxy
  elif [ -f "$RUN/haproxy.pid" ]; then run kill -USR2 "$(cat "$RUN/haproxy.pid")"
  else run haproxy -W -D -p "$RUN/haproxy.pid" -f "$folder/haproxy.cfg"; fi
}

remove() {
  step 'Everything is taken away'
  local major
  if has_systemd; then
    for port in $WEB_PORTS; do systemctl disable --now "$NAME-web@$port" || true; done
    systemctl disable --now "$NAME-worker" || true
    rm -f "/etc/systemd/system/$NAME-web@.service" "/etc/systemd/system/$NAME-worker.service" "/etc/systemd/journald@$NAME.conf"
  else
    for file in "$RUN"/*.pid; do [ ! -f "$file" ] || kill -TERM "$(cat "$file")" 2>/dev/null || true; done
    for file in "$RUN"/*.pid; do
      [ -f "$file" ] || continue
      for _ in $(seq 200); do kill -0 "$(cat "$file")" 2>/dev/null || break; sleep 0.2; done
    done
  fi
  major=$(ls /usr/lib/postgresql | sort -n | tail -1)
  if [ "$PG_CLUSTER" != main ]; then run pg_dropcluster --stop "$major" "$PG_CLUSTER" || true; fi
  id -u "$NAME" >/dev/null 2>&1 && run deluser --quiet --system "$NAME"
  run rm -rf "$BASE" "$ETC" "$STATE" "$CACHE" "$RUN" "/usr/local/bin/$NAME" "/etc/logrotate.d/$NAME"
}

if [ "${1:-}" = remove ]; then
  remove
  exit
fi
packages
user
release
database
settings
webhooks
migrate
services
proxy
step 'Done. What is left: the first admin'
echo "Sign up at the address, confirm it, then: $NAME admin grant <email>, and: $NAME doctor" >&2
