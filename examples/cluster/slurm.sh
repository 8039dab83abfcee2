#!/usr/bin/env bash
# An experiment on a Slurm cluster: each task of the array plays one part, in a store of its own.
#
#   sbatch --array=1-64 examples/cluster/slurm.sh experiment.toml
#   kingmaker merge shards/*.db --db all.db && kingmaker report experiment.toml --db all.db -o report.html
#
# A task that is killed, by its node or by its time limit, is queued again and goes on where it stopped: no finished game
# is lost.
#SBATCH --job-name=kingmaker
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
experiment=$1
mkdir -p shards
srun kingmaker run "$experiment" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
    --shard "${SLURM_ARRAY_TASK_ID}/${SLURM_ARRAY_TASK_COUNT}" --db "shards/${SLURM_ARRAY_TASK_ID}.db"
