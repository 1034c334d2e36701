#!/bin/sh
# Starts Electron for root as if by an ordinary user, who is root outside all the same and may read this checkout:
# Chromium refuses its sandbox to root.
exec unshare --user --map-user=65534 --map-group=65534 "$ELECTRON_EXEC_PATH" "$@"
