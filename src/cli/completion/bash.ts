import type { Completes } from '../completes.ts'
import type { TreeCommand } from './command-tree.ts'

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The script for bash 3.2 and newer; it needs no other package. */
export const bashScript = (tree: readonly TreeCommand[]): string => `# Completado de chasqui para bash.
# Sin cambios a mano: lo escribe «chasqui completion bash».

# Lo que sabe cada orden: órdenes internas, opciones y opciones con valor.
_chasqui_command() {
  inner= options= valued=
  case "$1" in
${tree.map(commandCase).join('\n')}
    *) return 1 ;;
  esac
}

# Qué ofrece el valor de una opción, o un argumento: una clase y sus palabras.
_chasqui_value() {
  kind=text values=
  case "$1" in
${tree.flatMap(valueCases).join('\n')}
  esac
}

_chasqui() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" path= count=0 option= word i
  local inner options valued kind values IFS=$' \\t\\n'
  COMPREPLY=()
  _chasqui_command ''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ -n $option ]]; then
      # bash hands «--opción=valor» over as three words.
      [[ $word == '=' ]] || option=
    elif [[ $word == -* ]]; then
      [[ " $valued " == *" $word "* ]] && option="$word"
    elif [[ " $inner " == *" $word "* ]]; then
      [[ $word == help ]] || path="\${path:+$path }$word"
      _chasqui_command "$path" || return 0
      count=0
    else
      count=$((count + 1))
    fi
  done
  [[ $cur == '=' && -n $option ]] && cur=
  if [[ -n $option ]]; then
    _chasqui_value "$path $option"
  elif [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
    return 0
  else
    _chasqui_value "$path $count"
    [[ $kind == text ]] && _chasqui_value "$path *"
    if ((count == 0)) && [[ -n $inner ]]; then
      COMPREPLY=($(compgen -W "$inner" -- "$cur"))
    fi
  fi
  case "$kind" in
    values) COMPREPLY+=($(compgen -W "$values" -- "$cur")) ;;
    list)
      local before=
      [[ $cur == *,* ]] && before="\${cur%,*},"
      COMPREPLY+=($(compgen -P "$before" -W "$values" -- "\${cur##*,}"))
      ;;
    file | folder)
      IFS=$'\\n'
      if [[ $kind == file ]]; then COMPREPLY+=($(compgen -f -- "$cur")); else COMPREPLY+=($(compgen -d -- "$cur")); fi
      compopt -o filenames 2>/dev/null
      ;;
  esac
  return 0
}

complete -F _chasqui chasqui
`

const commandCase = ({ path, inner, options }: TreeCommand): string => {
  const names = (all: readonly { long: string; short: string | undefined }[]): string =>
    all.flatMap(({ long, short }) => (short ? [long, short] : [long])).join(' ')
  const facts = [
    `inner=${quote(inner.map(({ name }) => name).join(' '))}`,
    `options=${quote(names(options))}`,
    `valued=${quote(names(options.filter(({ value }) => value !== null)))}`,
  ]
  return `    ${quote(path)}) ${facts.join(' ')} ;;`
}

const valueCases = ({ path, options, args }: TreeCommand): string[] => [
  ...options.flatMap(({ long, short, value }) =>
    [long, short].flatMap((name) => (name ? valueCase(`${path} ${name}`, value) : [])),
  ),
  ...args.flatMap(({ value, variadic }, index) => valueCase(`${path} ${variadic ? '*' : index}`, value)),
]

const valueCase = (name: string, value: Completes | null): string[] => {
  if (!value || value.kind === 'text') return []
  const words = 'values' in value ? ` values=${quote(value.values.join(' '))}` : ''
  return [`    ${quote(name)}) kind=${value.kind}${words} ;;`]
}
