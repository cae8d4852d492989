import { Command } from 'commander'
import type { BackupDeps, BackupFlags } from '../actions/backup.ts'
import { CompletedArgument, withExamples } from '../completes.ts'

const SANDBOX_DATA = 'los datos de prueba, en lugar de los reales'

/** Loaded when a command runs: its parts take longer to load than `--help` takes. */
const actions = () => import('../actions/backup.ts')

/** `chasqui backup` and `chasqui restore`: everything that cannot be loaded again, in one file. */
export const backupCommands = (deps: BackupDeps): Command[] => [
  withExamples(
    new Command('backup')
      .description('guarda cuentas, claves, consumo y tipos de cambio en un archivo, también con el servicio en marcha')
      .addArgument(
        new CompletedArgument('<archivo>', 'el respaldo que se escribe; solo su dueño podrá leerlo', { kind: 'file' }),
      )
      .option('--force', 'reemplaza el archivo si ya existe')
      .option('--sandbox', SANDBOX_DATA)
      .option('--json', 'salida para programas')
      .action(async (file: string, flags: BackupFlags) => (await actions()).runBackup(deps, file, flags)),
    [['backup chasqui.backup', 'un respaldo en la carpeta actual']],
  ),
  withExamples(
    new Command('restore')
      .description('recupera un respaldo; el servicio tiene que estar detenido')
      .addArgument(new CompletedArgument('<archivo>', 'el respaldo', { kind: 'file' }))
      .option('--force', 'aunque ya haya cuentas: se apartan, y lo consumido después del respaldo se conserva')
      .option('--sandbox', SANDBOX_DATA)
      .option('--json', 'salida para programas')
      .action(async (file: string, flags: BackupFlags) => (await actions()).runRestore(deps, file, flags)),
    [['restore chasqui.backup', 'las cuentas, las claves y el consumo de un respaldo']],
  ),
]
