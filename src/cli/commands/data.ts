import { Command } from 'commander'
import { DATE } from '../../endpoints/shared/parameters.ts'
import type { DataDeps, DataFlags } from '../actions/data.ts'
import { CompletedArgument, oneOf, withExamples } from '../completes.ts'
import { DATASET_NAMES } from '../dataset-names.ts'

const SANDBOX_DATA = 'los datos inventados del modo sandbox, en lugar de los reales'
const SYNC_ALL = ['data sync', 'el padrón y todas las listas'] as const
const STATUS = ['data status', 'qué edición de cada lista responde, y de cuándo es'] as const

/** Loaded when a command runs: its parts take longer to load than `--help` takes. */
const actions = () => import('../actions/data.ts')

/** `chasqui data`: loads, refreshes and lists the datasets; running servers may use them meanwhile. */
export const dataCommand = (deps: DataDeps): Command =>
  withExamples(
    new Command('data')
      .description('copias locales: padrón y listas')
      .addCommand(syncCommand(deps))
      .addCommand(backfillCommand(deps))
      .addCommand(publishCommand(deps))
      .addCommand(statusCommand(deps)),
    [SYNC_ALL, STATUS],
  )

const syncCommand = (deps: DataDeps): Command =>
  withExamples(
    new Command('sync')
      .description('carga o actualiza los datos; los servidores en marcha pasan solos a la nueva edición')
      .addArgument(
        new CompletedArgument(
          '[nombres...]',
          `cuáles: ${DATASET_NAMES.join(', ')}; todos si no se indica`,
          oneOf(DATASET_NAMES),
        ),
      )
      .option('--force', 'acepta una edición más antigua o mucho más pequeña que la que está en servicio')
      .option('--sandbox', SANDBOX_DATA)
      .action(async (names: string[], flags: DataFlags) => (await actions()).syncData(deps, names, flags)),
    [
      SYNC_ALL,
      ['data sync us un', 'solo las listas OFAC y ONU'],
      ['data sync us --force', 'lo que hay ahora en la fuente, aunque sea menos que antes'],
    ],
  )

const backfillCommand = (deps: DataDeps): Command =>
  withExamples(
    new Command('backfill')
      .description('pone copias antiguas del padrón en su lugar de la historia, en cualquier orden')
      .addArgument(
        new CompletedArgument(
          '<archivos...>',
          'padrón de otro día, zip o texto; o PadronRUC_AAAAMM.zip de datos abiertos',
          { kind: 'file' },
        ),
      )
      .option('--fecha <fecha>', `de qué día es la copia, si su nombre no lo dice: ${DATE}`)
      .option('--sandbox', SANDBOX_DATA)
      .action(async (files: string[], flags: DataFlags) => (await actions()).backfillData(deps, files, flags)),
    [
      ['data backfill padron_reducido_ruc_2025-03-15.zip', 'la fecha está en el nombre'],
      ['data backfill padron_reducido_ruc.zip --fecha 2025-03-15', 'la fecha se indica'],
    ],
  )

const publishCommand = (deps: DataDeps): Command =>
  withExamples(
    new Command('publish')
      .description('escribe las ediciones en servicio y su manifest.json en una carpeta, para otras instancias')
      .addArgument(
        new CompletedArgument(
          '<carpeta>',
          'dónde; la ofrece cualquier servidor web, o se indica en CHASQUI_EDITIONS_URL',
          { kind: 'folder' },
        ),
      )
      .option('--sandbox', SANDBOX_DATA)
      .option('--json', 'salida para programas')
      .action(async (folder: string, flags: DataFlags) => (await actions()).publishData(deps, folder, flags)),
    [['data publish /srv/ediciones', 'lo que este servidor tiene, para los demás']],
  )

const statusCommand = (deps: DataDeps): Command =>
  withExamples(
    new Command('status')
      .description('ediciones en servicio, filas, antigüedad y último error')
      .option('--sandbox', SANDBOX_DATA)
      .option('--json', 'salida para programas')
      .action(async (flags: DataFlags) => (await actions()).showStatus(deps, flags)),
    [STATUS],
  )
