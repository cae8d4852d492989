import type { Completes } from '../completes.ts'
import type { TreeCommand, TreeOption } from './command-tree.ts'

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** The script for fish 3 and newer. */
export const fishScript = (tree: readonly TreeCommand[]): string => `# Completado de chasqui para fish.
# Sin cambios a mano: lo escribe «chasqui completion fish».

# Órdenes que existen, y opciones de cada una que llevan un valor.
set -g __chasqui_commands ${tree
  .filter(({ path }) => path !== '')
  .map(({ path }) => quote(path))
  .join(' ')}

function __chasqui_valued
    switch "$argv[1]"
${tree.map(valuedCase).join('\n')}
    end
end

# La orden que ya se escribió y cuántos argumentos la siguen, en dos líneas.
function __chasqui_place
    set -l path ''
    set -l count 0
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
        else if string match -q -- '-*' $word
            contains -- $word (__chasqui_valued "$path"); and set skip 1
        else if test "$word" = help -a $count = 0
            continue
        else if contains -- (string trim "$path $word") $__chasqui_commands
            set path (string trim "$path $word")
            set count 0
        else
            set count (math $count + 1)
        end
    end
    echo "$path"
    echo $count
end

# Cierto en la orden dada; con un número, solo en ese argumento.
function __chasqui_at
    set -l place (__chasqui_place)
    test "$place[1]" = "$argv[1]"; or return 1
    test (count $argv) = 1; or test "$place[2]" = "$argv[2]"
end

# Palabras de una lista separada por comas.
function __chasqui_list
    set -l before (string match -r '^.*,' -- (commandline -ct | string replace -r '^--[^=]*=' ''))
    for word in $argv
        echo "$before$word"
    end
end

complete -c chasqui -f
${tree.flatMap(commandLines).join('\n')}
`

const valuedCase = ({ path, options }: TreeCommand): string => {
  const names = options
    .filter(({ value }) => value !== null)
    .flatMap(({ long, short }) => (short ? [long, short] : [long]))
  return `        case ${quote(path)}\n            printf '%s\\n' ${names.join(' ')}`.replace(/ $/, " ''")
}

const commandLines = ({ path, inner, options, args }: TreeCommand): string[] => {
  const at = (argument?: number): string =>
    `complete -c chasqui -n ${quote(`__chasqui_at ${quote(path)}${argument === undefined ? '' : ` ${argument}`}`)}`
  return [
    ...inner.map(({ name, description }) => `${at(0)} -a ${quote(name)} -d ${quote(description)}`),
    ...options.map((option) => `${at()} ${optionPart(option)}`),
    ...args.flatMap(({ value, variadic }, index) => {
      const offered = valuePart(value)
      return offered ? [`${at(variadic ? undefined : index)} ${offered}`] : []
    }),
  ]
}

const optionPart = ({ long, short, description, value }: TreeOption): string =>
  [
    `-l ${long.replace(/^--/, '')}`,
    short && `-s ${short.replace(/^-/, '')}`,
    value && valueOption(value),
    `-d ${quote(description)}`,
  ]
    .filter(Boolean)
    .join(' ')

/** fish refuses the whole option when `-x` (a value, never a file) stands beside `-F` (files). */
const valueOption = (value: Completes): string => (value.kind === 'file' ? '-r -F' : `-x ${valuePart(value)}`.trim())

const valuePart = (value: Completes): string => {
  switch (value.kind) {
    case 'values':
      return `-a ${quote(value.values.join(' '))}`
    case 'list':
      return `-a ${quote(`(__chasqui_list ${value.values.join(' ')})`)}`
    case 'file':
      return '-F'
    case 'folder':
      return `-a ${quote('(__fish_complete_directories)')}`
    default:
      return ''
  }
}
