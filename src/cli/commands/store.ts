import { Command } from 'commander'
import type { BackupDeps, BackupFlags } from '../actions/backup.ts'
import { CompletedArgument, oneOf, withExamples } from '../completes.ts'

const EXAMPLE = ['store copy sqlite postgres', 'de la carpeta de datos a CHASQUI_DATABASE_URL'] as const

/** `chasqui store copy`: moves an installation between the embedded store and PostgreSQL. */
export const storeCommand = (deps: BackupDeps): Command =>
  withExamples(
    new Command('store')
      .description('el almacén de cuentas, consumo y tipos de cambio')
      .addCommand(withExamples(copyCommand(deps), [EXAMPLE])),
    [EXAMPLE],
  )

const copyCommand = (deps: BackupDeps): Command =>
  new Command('copy')
    .description('copia una instalación de SQLite a PostgreSQL, o al revés; los servidores tienen que estar detenidos')
    .addArgument(
      new CompletedArgument(
        '<origen>',
        'una carpeta de datos o postgres://…; sqlite y postgres son los de los ajustes',
        oneOf(['sqlite', 'postgres']),
      ),
    )
    .addArgument(new CompletedArgument('<destino>', 'lo mismo', oneOf(['sqlite', 'postgres'])))
    .option('--force', 'aunque el destino ya tenga cuentas: se apartan, y lo consumido allí se conserva')
    .option('--sandbox', 'los datos de prueba, en lugar de los reales')
    .option('--json', 'salida para programas')
    .action(async (from: string, to: string, flags: BackupFlags) => {
      const { copyStore } = await import('../actions/store.ts')
      await copyStore(deps, from, to, flags)
    })
