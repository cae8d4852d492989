import { Command } from 'commander'
import type { CertificatesDeps, RotateFlags, VerifyFlags } from '../actions/certificates.ts'
import { CompletedArgument, CompletedOption, withExamples } from '../completes.ts'

/** Loaded when a command runs. */
const actions = () => import('../actions/certificates.ts')

/** `chasqui constancia`: verifies certificates, and changes the key that signs them. */
export const certificatesCommand = (deps: CertificatesDeps): Command =>
  withExamples(
    new Command('constancia')
      .description('constancias firmadas de las consultas')
      .addCommand(verifyCommand(deps))
      .addCommand(rotateCommand(deps)),
    [
      ['constancia verificar constancia.txt', 'comprueba una con las claves de esta instalación'],
      ['constancia rotar', 'desde ahora firma una clave nueva; las anteriores siguen valiendo'],
    ],
  )

const verifyCommand = (deps: CertificatesDeps): Command =>
  withExamples(
    new Command('verificar')
      .description('comprueba una constancia y la muestra; termina con 0 si es válida y con 1 si no')
      .addArgument(
        new CompletedArgument('<archivo>', 'archivo con la constancia, su PDF o su enlace; - lee la entrada estándar', {
          kind: 'file',
        }),
      )
      .addOption(
        new CompletedOption(
          '--jwks <lugar>',
          'claves públicas: un archivo o la dirección /.well-known/jwks.json; sin ella, las de esta instalación',
          { kind: 'file' },
        ),
      )
      .option('--json', 'salida para programas')
      .option('--sandbox', 'las claves de prueba, en lugar de las reales')
      .action(async (file: string, flags: VerifyFlags) => (await actions()).runVerify(deps, file, flags)),
    [
      ['constancia verificar constancia.txt --jwks claves.json', 'sin red, con las claves de un archivo'],
      ['constancia verificar - < constancia.txt', 'de la entrada estándar'],
    ],
  )

const rotateCommand = (deps: CertificatesDeps): Command =>
  withExamples(
    new Command('rotar')
      .description('crea la clave con la que se firma desde ahora; los servidores en marcha la usan en un segundo')
      .option('--json', 'salida para programas')
      .option('--sandbox', 'la clave de prueba, en lugar de la real')
      .action(async (flags: RotateFlags) => (await actions()).runRotate(deps, flags)),
    [['constancia rotar', 'las claves anteriores quedan publicadas para siempre']],
  )
