# Prints what zsh offers for a line: zsh-capture.zsh SCRIPT LINE. An interactive shell in a pseudo terminal completes it.
zmodload zsh/zpty
zpty shell zsh -f -i
run() { zpty -w shell "$1"; }
run 'PROMPT= ; PS2= ; unsetopt zle_bracketed_paste 2>/dev/null; setopt no_beep'
run 'autoload -Uz compinit && compinit -u -D'
run "source ${(q)1}"
# Everything that would be listed is printed as a line of its own.
run 'compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return $?; fi
  local -a hits; builtin compadd -A hits "$@"; local hit
  for hit in $hits; do print -r -- "<hit>$hit</hit>"; done
}'
run 'finish() { print -r -- "<end>"; exit }; comppostfuncs=(finish); bindkey "^I" complete-word'
run 'print "<re""ady>"'
local line
while zpty -r shell line; do [[ $line == *'<ready>'* ]] && break; done
zpty -w -n shell "$2"$'\t'
while zpty -r shell line; do
  [[ $line == *'<end>'* ]] && break
  [[ $line == *'<hit>'* ]] && print -r -- "${${line##*<hit>}%%</hit>*}"
done
zpty -d shell
