#!/bin/bash
# Builds the OCI image of titular without a registry of images: the libraries come from Debian, Node.js from the lockfile,
# the program from the package for npm. As root on Debian, with mmdebstrap and buildah:
#
#   ops/image/build.sh [directory]
#
# Writes titular-<version>-<platform>.oci.tar, its digest, its bill of materials and its provenance into the directory (default: dist).
# SIGN_KEY names the private key that signs the provenance. The same commit on the same state of Debian gives the same bytes.
set -euo pipefail
umask 022
export LC_ALL=C TZ=UTC

here=$(cd "$(dirname "$0")/../.." && pwd)
out=$(mkdir -p "${1:-$here/dist}" && cd "${1:-$here/dist}" && pwd)
suite=${SUITE:-bookworm}
mirror=${MIRROR:-http://deb.debian.org/debian}
node="$here/node_modules/.bin/node"

for program in mmdebstrap buildah; do
  command -v "$program" > /dev/null || {
    echo "$program is missing: apt-get install --no-install-recommends mmdebstrap buildah" >&2
    exit 1
  }
done

SOURCE_DATE_EPOCH=$(git -C "$here" log -1 --format=%ct)
export SOURCE_DATE_EPOCH
revision=$(git -C "$here" rev-parse HEAD)
version=$("$node" -p "require('$here/package.json').version")
platform=$("$node" -p 'process.platform + "-" + process.arch')
name="titular-$version-$platform"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What the program loads of Debian: the C and C++ libraries, the names of services and hosts, and nothing that can be started.
packages=base-files,libc6,libgcc-s1,libstdc++6,netbase
mmdebstrap --quiet --variant=extract --skip=cleanup/apt/cache --include="$packages" "$suite" "$work/debian" "$mirror"

root="$work/root"
"$node" "$here/scripts/image/fill-root.ts" "$work/debian" "$root"
npm --prefix "$here" run --silent pack -- "$out" > /dev/null
mkdir -p "$root/opt"
tar -xzf "$out/$name.tgz" -C "$root/opt" --no-same-owner
mv "$root/opt/package" "$root/opt/titular"
chown -R 0:0 "$root"
chown 65532:65532 "$root/var/lib/titular"
tar --sort=name --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -C "$root" -cf "$work/root.tar" .

store=(--storage-driver vfs --root "$work/storage" --runroot "$work/run")
container=$(buildah "${store[@]}" from --name titular scratch)
# An archive keeps its owners; a copy of the directory would belong to root.
buildah "${store[@]}" add --quiet "$container" "$work/root.tar" / > /dev/null
buildah "${store[@]}" config \
  --user 65532:65532 \
  --workingdir / \
  --env MALLOC_ARENA_MAX=2 \
  --env TITULAR_DATA_DIR=/var/lib/titular \
  --port 8787 \
  --entrypoint '["/usr/bin/node", "--max-semi-space-size=8", "--max-old-space-size=1024", "--v8-pool-size=1", "--no-maglev", "/opt/titular/lib/node_modules/@titular/cli/bin/titular.cjs"]' \
  --cmd serve \
  --label org.opencontainers.image.title=titular \
  --label org.opencontainers.image.version="$version" \
  --label org.opencontainers.image.revision="$revision" \
  --label org.opencontainers.image.licenses=Apache-2.0 \
  "$container"
buildah "${store[@]}" commit --quiet --format oci --timestamp "$SOURCE_DATE_EPOCH" --omit-history "$container" "titular:$version" > /dev/null
rm -f "$out/$name.oci.tar"
buildah "${store[@]}" push --quiet --digestfile "$work/digest" "titular:$version" "oci:$work/layout:titular:$version"
tar --sort=name --numeric-owner --owner=0 --group=0 --mtime="@$SOURCE_DATE_EPOCH" -C "$work/layout" -cf "$out/$name.oci.tar" .

"$node" --disable-warning=ExperimentalWarning "$here/scripts/image/describe-image.ts" "$root" "$out/$name.image" "localhost/titular" "$(cat "$work/digest")" \
  ${SIGN_KEY:+"$SIGN_KEY"}
cp "$work/digest" "$out/$name.digest"
echo "$out/$name.oci.tar"
echo "digest $(cat "$work/digest"), $(du -sm --apparent-size "$root" | cut -f1) MB"
