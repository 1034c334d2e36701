#!/bin/sh
# without-user-namespaces.sh USER COMMAND…: runs the command as USER where nobody may create user namespaces, as the kernel of a
# careful administrator has it. The limit holds in a namespace of its own, in which all users are the real ones.
set -e
user=$1
shift
go=$(mktemp -u)
mkfifo "$go"
limit='echo 0 > /proc/sys/user/max_user_namespaces
exec setpriv --reuid="$0" --regid="$0" --init-groups "$@"'
# A program gets the rights of root when it starts, so another one starts once root is known in the namespace.
unshare --user sh -c 'read -r _ < "$0"; exec sh -c "$@"' "$go" "$limit" "$user" "$@" &
inner=$!
# It fails until the namespace is there.
until echo '0 0 65536' 2> /dev/null > "/proc/$inner/uid_map"; do :; done
echo '0 0 65536' > "/proc/$inner/gid_map"
echo go > "$go"
rm "$go"
wait "$inner"
