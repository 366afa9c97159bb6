#!/bin/sh
# Fetches the vendored files again: Bootstrap and htmx's licence under static/vendor/, the type under static/fonts/.
# Needs npm, tar and Python with fonttools and brotli. Run it from anywhere; it replaces only what it fetched before.
set -eu

BOOTSTRAP=5.3.9
INTER=0.4.2
BARLOW=0.4.1
HTMX=2.0.10

static=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

unpack() {
    mkdir -p "$work/$1"
    (cd "$work" && tar xzf "$(npm pack --silent "$2")" -C "$1" --strip-components=1)
}

unpack bootstrap "bootstrap@$BOOTSTRAP"
target="$static/vendor/bootstrap-$BOOTSTRAP"
mkdir -p "$target"
cp "$work/bootstrap/LICENSE" "$target/LICENSE"
# The source maps are not shipped, so the references to them have to go: hashed collectstatic refuses dangling ones.
sed '/sourceMappingURL=/d' "$work/bootstrap/dist/css/bootstrap.min.css" > "$target/bootstrap.min.css"

# htmx itself comes with django-htmx, which leaves the licence out.
unpack htmx "htmx.org@$HTMX"
mkdir -p "$static/vendor/htmx-$HTMX"
cp "$work/htmx/LICENSE" "$static/vendor/htmx-$HTMX/LICENSE"

unpack inter "@expo-google-fonts/inter@$INTER"
unpack barlow "@expo-google-fonts/barlow-condensed@$BARLOW"
for face in 400Regular 500Medium 600SemiBold 700Bold; do
    cp "$work/inter/$face/Inter_$face.ttf" "$static/fonts/Inter-${face#[0-9][0-9][0-9]}.ttf"
done
for face in 500Medium 600SemiBold 700Bold; do
    cp "$work/barlow/$face/BarlowCondensed_$face.ttf" "$static/fonts/BarlowCondensed-${face#[0-9][0-9][0-9]}.ttf"
done
cp "$work/inter/LICENSE_FONT" "$static/fonts/OFL-Inter.txt"
cp "$work/barlow/LICENSE_FONT" "$static/fonts/OFL-BarlowCondensed.txt"

# What browsers load is made from those.
python3 "$static/fonts/make.py"
