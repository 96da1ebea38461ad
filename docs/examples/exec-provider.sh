#!/bin/sh
# A program for a provider of kind exec: the users are the files of a directory. It needs jq(1).
#
# A user is well while there is a file named after the user ID. For anything that could be no such
# name the answer is "unclear", which changes nothing.
#
#     [provider.files]
#     kind = "exec"
#     command = ["/usr/local/libexec/credstate/exec-provider.sh", "/srv/myservice/users"]
#     clients = ["intranet"]
set -u
directory=$1

look() {
  case $2 in
  *[!A-Za-z0-9._@-]* | .* | '') answer=unclear ;;
  *)
    if [ ! -d "$directory" ]; then
      answer=transient # a failure of ours says nothing about anybody
    elif [ -f "$directory/$2" ]; then
      answer=authorized
    else
      answer=not_found
    fi
    ;;
  esac
  printf '{"type":"result","id":%s,"answer":"%s"}\n' "$1" "$answer"
}

while IFS= read -r line; do
  case $(printf '%s\n' "$line" | jq -r .type) in
  hello) printf '{"type":"hello","version":1}\n' ;;
  look)
    # A user ID has no line end and no tab, so that one line holds one look.
    printf '%s\n' "$line" | jq -r '.looks[] | "\(.id)\t\(.subject)"' |
      while IFS='	' read -r id subject; do look "$id" "$subject"; done
    ;;
  esac
done
