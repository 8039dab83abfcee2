#!/usr/bin/env bash
# An experiment in parts with GNU parallel, here or on other machines (--sshlogin, with a folder that all share).
#
#   examples/cluster/parallel.sh experiment.toml 8
#
# Once more, and every part goes on where it stopped.
set -euo pipefail
experiment=$1
parts=$2
mkdir -p shards
seq "$parts" | parallel --halt soon,fail=1 --line-buffer \
    kingmaker run "$experiment" --jobs 1 --shard "{}/$parts" --db "shards/{}.db"
kingmaker merge shards/*.db --db all.db
