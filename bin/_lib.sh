# Shared by bin/run, bin/test and bin/check: find a Python, make .venv, install exactly what a lock file says.
# Plain sh. The caller has set ROOT and changed into it.

say() { printf '· %s\n' "$*"; }
die() { printf '%s\n' "$*" >&2; exit 1; }

VENV=$ROOT/.venv
OLDEST=11 # Python 3.11

new_enough() { "$1" -c "import sys; sys.exit(sys.version_info < (3, $OLDEST))" 2>/dev/null; }

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        new_enough "$PYTHON" || die "PYTHON=$PYTHON is not a Python 3.$OLDEST or newer."
        return
    fi
    for PYTHON in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$PYTHON" >/dev/null 2>&1 && new_enough "$PYTHON"; then return; fi
    done
    have=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || have=""
    [ -n "$have" ] && die "Python 3.$OLDEST or newer is needed, this python3 is $have: install a newer one, or name it by PYTHON=/path/to/python3."
    die "Python 3.$OLDEST or newer is needed, and there is no python3 here: install it (Debian, Ubuntu: apt install python3 python3-venv)."
}

can_write() {
    if [ ! -w "$ROOT" ]; then die "No write access to $ROOT: run this as the owner of that folder, or copy the folder to a place of your own."; fi
    # Package tools keep caches below HOME; without a usable one they must do without.
    if [ ! -w "${HOME:-/nonexistent}" ]; then export UV_NO_CACHE=1 PIP_NO_CACHE_DIR=1 HOME="${TMPDIR:-/tmp}"; fi
}

need_venv_module() {
    "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null && return
    version=$("$PYTHON" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "this Python lacks its venv module; installing python$version-venv with apt-get"
        apt-get update -qq >/dev/null 2>&1
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "python$version-venv" >/dev/null 2>&1
        "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null && return
    fi
    die "This Python lacks its venv module: install it (Debian, Ubuntu: sudo apt install python$version-venv), then start again."
}

# uv is several times quicker than pip, but reads none of pip's settings: where it cannot (an index or a certificate
# that only pip knows of), pip does the work.
by_uv() { # lock file
    "$VENV/bin/python" -m pip config list 2>/dev/null | grep -q "[.:]index-url" && return 1
    "$VENV/bin/python" -m pip install -q --disable-pip-version-check uv==0.13.9 >/dev/null 2>&1 || return 1
    for certificates in "" --system-certs; do
        # shellcheck disable=SC2086
        "$VENV/bin/uv" pip install -q $certificates --python "$VENV/bin/python" -r "$1" 2>/dev/null && return 0
    done
    return 1
}

by_pip() { # lock file
    "$VENV/bin/python" -m pip install --disable-pip-version-check -r "$1" | grep -E --line-buffered '^(Collecting|Installing)'
    "$VENV/bin/python" -m pip install -q --disable-pip-version-check -r "$1" >/dev/null 2>&1 # grep has hidden the outcome
}

install_lock() { # lock file
    say "installing $(grep -c == "$1") packages into .venv (once; up to a minute)"
    by_uv "$1" || by_pip "$1" ||
        die "The packages could not be installed: look at the lines above (is there a network?), then start again."
}

# environment LOCK: .venv holds exactly what LOCK says, installed again when LOCK changes. requirements-dev.lock
# holds all of requirements.lock, so an environment for tests serves bin/run, too.
environment() {
    can_write
    if ! "$VENV/bin/python" -c '' 2>/dev/null; then
        find_python
        need_venv_module
        say "making the environment .venv with $("$PYTHON" --version)"
        rm -rf "$VENV"
        "$PYTHON" -m venv "$VENV" || die "The environment could not be made in $VENV: look at the lines above."
    fi
    cmp -s "$1" "$VENV/$1" && return
    install_lock "$1"
    cp "$1" "$VENV/$1"
    if [ "$1" = requirements-dev.lock ]; then cp requirements.lock "$VENV/requirements.lock"; fi
}
