import type { Command } from 'commander'

/** Words for commands in the other language. Help and completion show one name each. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  servir: 'serve',
  datos: 'data',
  sincronizar: 'sync',
  actualizar: 'sync',
  publicar: 'publish',
  estado: 'status',
  claves: 'keys',
  crear: 'create',
  listar: 'list',
  lista: 'list',
  revocar: 'revoke',
  uso: 'usage',
  consumo: 'usage',
  respaldar: 'backup',
  respaldo: 'backup',
  restaurar: 'restore',
  almacen: 'store',
  copiar: 'copy',
  salud: 'health',
  completar: 'completion',
  certificate: 'constancia',
  verify: 'verificar',
  rotate: 'rotar',
  batch: 'lote',
  cuentas: 'accounts',
  events: 'eventos',
  search: 'buscar',
  ayuda: 'help',
}

/** The words of a command line with the names that the commands have: `keys crear` is `keys create`. */
export const inOwnNames = (program: Command, args: readonly string[]): string[] => {
  const words = [...args]
  let command: Command | undefined = program
  for (let at = 0; command && command.commands.length > 0 && at < words.length; at++) {
    const word = words[at] as string
    if (word.startsWith('-')) break
    const named = (name: string): Command | undefined => command?.commands.find((one) => one.name() === name)
    const other = Object.hasOwn(OTHER_NAMES, word.toLowerCase()) ? OTHER_NAMES[word.toLowerCase()] : undefined
    if (!named(word) && other && (other === 'help' || named(other))) words[at] = other
    if (words[at] !== 'help') command = named(words[at] as string)
  }
  return words
}
