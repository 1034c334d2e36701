#!/bin/sh
# Runs as root after the package was removed. dpkg says "remove" or "purge" then, and rpm says 0. An upgrade runs the old
# version's script, too, in rpm even after the new version was installed: it must leave everything as it is.
set -e

case "$1" in
  remove | purge | 0) ;;
  *) exit 0 ;;
esac

if [ "$(readlink /usr/bin/reseller-desk)" = /opt/reseller-desk/reseller-desk ]; then
  rm -f /usr/bin/reseller-desk
fi

profile=/etc/apparmor.d/reseller-desk
if [ -f "$profile" ]; then
  if apparmor_status --enabled >/dev/null 2>&1 && ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
