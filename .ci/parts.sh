# What `.ci/run` and `.ci/full` share: installing programs, running a part, and the summary. Source it.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export NO_COLOR=1 NPM_CONFIG_LOGLEVEL=error
unset FORCE_COLOR

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# Says in one line what is missing. With CI set, the run then fails at its end, because it left tests out.
missing() { printf '%s\n' "$*" | tee -a "$logs/missing"; }

# Installs the packages whose commands are missing, if that is possible here: "command=package package …" …
install() {
  local absent=() packages=() pair
  for pair in "$@"; do
    command -v "${pair%%=*}" >/dev/null && continue
    absent+=("${pair%%=*}")
    read -ra pair <<<"${pair#*=}"
    packages+=("${pair[@]}")
  done
  ((${#absent[@]})) || return 0
  if [[ $(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
    missing "Missing: ${absent[*]}. Only root can install them here, with Debian's packages ${packages[*]}."
  elif ! timeout 120 apt-get update -qq >"$logs/apt" 2>&1 ||
    ! DEBIAN_FRONTEND=noninteractive timeout 600 apt-get install -y -qq --no-install-recommends "${packages[@]}" >"$logs/apt" 2>&1; then
    missing "Missing: ${absent[*]}. Debian's packages ${packages[*]} cannot be installed: $(grep -m1 '^E:' "$logs/apt" || tail -n 1 "$logs/apt")"
  else
    echo "Installed ${packages[*]} in $SECONDS s."
  fi
}

# Without this room, whatever is written next fails, and says so in a hundred ways.
needs_disk() {
  local free
  free=$(df --output=avail --block-size=1M "${TMPDIR:-/tmp}" | tail -n 1)
  ((free >= $1)) || missing "Disk: ${TMPDIR:-/tmp} has $((free)) MB, tests need $1."
}

# Runs a part: name, command, arguments … Its output goes to a file, and appears as a whole at its end, because another part
# may run beside it. What each test file took, failed and left out goes to a report.
part() (
  name=$1 result=ok
  shift
  SECONDS=0
  printf '── %s starts\n' "$name"
  printf '%-12s did not end  FAILED\n' "$name" >"$logs/$name.result"
  : >"$logs/$name.report"
  # Without this limit, a part that hangs would leave no summary.
  TEST_REPORT="$logs/$name.report" timeout --kill-after=30 "${LIMIT:-40m}" "$@" >"$logs/$name.log" 2>&1 </dev/null || result=FAILED
  # The second line has the user and system time of the children of this subshell, which are this part alone. A pipe would
  # have those of another subshell.
  times >"$logs/$name.times"
  busy=$(awk -F'[ms ]+' 'NR == 2 { printf "%d", $1 * 60 + $2 + $3 * 60 + $4 }' "$logs/$name.times")
  printf '%-12s %5d s  %5d s of processors  %s\n' "$name" $SECONDS "$busy" "$result" >"$logs/$name.result"
  printf '\n── %s\n' "$name"
  cat "$logs/$name.log"
  awk -F'\t' '$1 == "file" { printf "%7.1f s  %s\n", $2 / 1000, $3 }' "$logs/$name.report" | sort -rn
  printf '── %s: %s after %d s\n\n' "$name" "$result" $SECONDS
)

# Only the end of the output may be kept, so it says everything that matters in about a hundred lines: what failed and why,
# what was left out and why, the slowest files, and what each part took. Returns whether everything passed, and with CI set
# also whether nothing was left out.
summary() {
  local failed name
  mapfile -t failed < <(sed -n 's/ .* FAILED$//p' "$logs"/*.result)
  printf '\n── summary\n'
  for name in "${failed[@]}"; do
    printf '\n%s FAILED:\n' "$name"
    # A part that failed without a failing test says why at its end.
    if grep -q '^failed' "$logs/$name.report"; then
      awk -F'\t' '$1 == "failed" { printf "✖ %s › %s␤%s\n", $2, $3, $4 }' "$logs/$name.report" |
        sed 's/␤/\n    /g' | head -n $((90 / ${#failed[@]}))
    else
      tail -n $((60 / ${#failed[@]})) "$logs/$name.log"
    fi
  done
  printf '\nSlowest files:\n'
  awk -F'\t' '$1 == "file" { printf "%7.1f s  %s\n", $2 / 1000, $3 }' "$logs"/*.report | sort -rn | head -n 12
  printf '\n'
  cat "$logs"/*.result
  awk -F'\t' '$1 == "skipped" { count[$2]++ } END { for (why in count) printf "Left out: %d tests: %s\n", count[why], why }' "$logs"/*.report |
    sort | tee -a "$logs/missing"
  awk -F'\t' '$1 == "file" { passed += $4; failed += $5; skipped += $6 }
    END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped }' "$logs"/*.report
  ((${#failed[@]} == 0)) && { [[ -z ${CI:-} || ! -s $logs/missing ]]; }
}
