#!/bin/sh
# open-root.sh ROOT CHECKOUT ARCHIVES: makes ROOT the root of this process in mount and process namespaces of its own, with the
# checkout readable at /srv/checkout and the folder ARCHIVES for the packages that apt downloads. Prints "ready" and stays.
# All processes inside end with it.
#
# A root that is only entered with chroot would not do: the kernel refuses user namespaces to its programs, and Chromium
# needs those for its sandbox.
set -e
root=$1
checkout=$2
archives=$3
mount --rbind "$root" "$root"
mount --make-rprivate "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mkdir -p "$root/run/outside" "$root/srv/checkout" "$archives/partial"
mount --bind "$checkout" "$root/srv/checkout"
mount -o remount,bind,ro "$root/srv/checkout"
mount --bind "$archives" "$root/var/cache/apt/archives"
cd "$root"
pivot_root . run/outside
cd /
umount -l /run/outside
echo ready
# The first process of its namespace adopts the orphans. The shell reaps them while it waits.
while sleep 60; do :; done
