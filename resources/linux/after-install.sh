#!/bin/sh
# Runs as root after the .deb or .rpm was installed or upgraded.
set -e

app=/opt/reseller-desk
ln -sf "$app/reseller-desk" /usr/bin/reseller-desk

# Chromium prefers user namespaces for its sandbox. Where the system forbids them to ordinary programs, it needs this helper.
# Root may always create them, so a test here would say nothing about the user's session.
chown root:root "$app/chrome-sandbox"
chmod 4755 "$app/chrome-sandbox"

# Ubuntu allows user namespaces only to programs with a profile. An older AppArmor cannot read it and does not need it.
if apparmor_status --enabled >/dev/null 2>&1; then
  if apparmor_parser --skip-kernel-load "$app/resources/apparmor-profile" >/dev/null 2>&1; then
    cp -f "$app/resources/apparmor-profile" /etc/apparmor.d/reseller-desk
    # An image that is prepared in a chroot must not change the kernel of its host.
    if ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
      apparmor_parser --replace --write-cache --skip-read-cache /etc/apparmor.d/reseller-desk || true
    fi
  fi
fi

if command -v update-desktop-database >/dev/null 2>&1; then
  update-desktop-database /usr/share/applications || true
fi
if command -v gtk-update-icon-cache >/dev/null 2>&1; then
  gtk-update-icon-cache --quiet --force --ignore-theme-index /usr/share/icons/hicolor || true
fi
