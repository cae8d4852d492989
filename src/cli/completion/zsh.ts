import type { Completes } from '../completes.ts'
import type { TreeCommand } from './command-tree.ts'

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** `name:description`, as zsh shows them side by side. */
const described = (name: string, description: string): string =>
  quote(`${name.replaceAll(':', '\\:')}:${description.replaceAll(':', '\\:')}`)

/** The script for zsh. It may be sourced, or stand in a folder of `fpath` as `_chasqui`. */
export const zshScript = (tree: readonly TreeCommand[]): string => `#compdef chasqui
# Completado de chasqui para zsh.
# Sin cambios a mano: lo escribe «chasqui completion zsh».

# Lo que sabe cada orden: órdenes internas, opciones y opciones con valor.
_chasqui_command() {
  inner=() options=() valued=()
  case "$1" in
${tree.map(commandCase).join('\n')}
    (*) return 1 ;;
  esac
}

# Qué ofrece el valor de una opción, o un argumento: una clase y sus palabras.
_chasqui_value() {
  kind=text found=()
  case "$1" in
${tree.flatMap(valueCases).join('\n')}
  esac
}

_chasqui() {
  local cur="\${words[CURRENT]}" path_='' option='' word kind
  local -a inner options valued found
  local -i count=0 i
  _chasqui_command ''
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if [[ -n $option ]]; then
      option=''
    elif [[ $word == -* ]]; then
      (( \${valued[(Ie)$word]} )) && option="$word"
    elif (( \${inner[(I)$word:*]} )); then
      [[ $word == help ]] || path_="\${path_:+$path_ }$word"
      _chasqui_command "$path_" || return 1
      count=0
    else
      count+=1
    fi
  done
  if [[ -z $option && $cur == --*=* ]]; then
    option="\${cur%%=*}"
    compset -P '*='
  fi
  if [[ -n $option ]]; then
    _chasqui_value "$path_ $option"
  elif [[ $cur == -* ]]; then
    _describe -o 'opción' options
    return
  else
    _chasqui_value "$path_ $count"
    [[ $kind == text ]] && _chasqui_value "$path_ *"
    (( count == 0 && \${#inner} )) && _describe 'orden' inner
  fi
  case "$kind" in
    (values) _describe 'valor' found ;;
    (list) compset -P '*,'; _describe 'valor' found -S '' ;;
    (file) _files ;;
    (folder) _path_files -/ ;;
  esac
}

if [[ $funcstack[1] == _chasqui ]]; then
  _chasqui "$@"
else
  compdef _chasqui chasqui
fi
`

const commandCase = ({ path, inner, options }: TreeCommand): string => {
  const listed = options.flatMap(({ long, short, description }) =>
    [long, short].flatMap((name) => (name ? [described(name, description)] : [])),
  )
  const valued = options
    .filter(({ value }) => value !== null)
    .flatMap(({ long, short }) => [long, short].flatMap((name) => (name ? [quote(name)] : [])))
  return [
    `    (${quote(path)})`,
    `      inner=(${inner.map(({ name, description }) => described(name, description)).join(' ')})`,
    `      options=(${listed.join(' ')})`,
    `      valued=(${valued.join(' ')}) ;;`,
  ].join('\n')
}

const valueCases = ({ path, options, args }: TreeCommand): string[] => [
  ...options.flatMap(({ long, short, value }) =>
    [long, short].flatMap((name) => (name ? valueCase(`${path} ${name}`, value) : [])),
  ),
  ...args.flatMap(({ value, variadic }, index) => valueCase(`${path} ${variadic ? '*' : index}`, value)),
]

const valueCase = (name: string, value: Completes | null): string[] => {
  if (!value || value.kind === 'text') return []
  const words = 'values' in value ? ` found=(${value.values.map(quote).join(' ')})` : ''
  return [`    (${quote(name)}) kind=${value.kind}${words} ;;`]
}
