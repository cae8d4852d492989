import { NO_ACCOUNT } from '../../kernel/upstream-failures.ts'
import type { LookupSpec } from '../lookups.ts'
import { withPeopleDates } from '../render/forms.ts'
import { similarWords, suggestion } from './suggest.ts'

/** An error as the service words it. */
export interface ReportedError {
  codigo: string
  mensaje: string
  campo?: string | undefined
}

/** What to do next, by the error's code. */
const NEXT: Readonly<Record<string, string>> = {
  fuente_no_disponible: 'No significa que no exista: repita la consulta más tarde',
  fuente_cambio: 'No significa que no exista: avise a quien administra el servicio',
  fuente_captcha: 'No significa que no exista: repita la consulta más tarde',
  fuente_no_configurada: 'Elija otro proveedor, o configúrelo (docs/configuration.md)',
  no_autenticado: 'Revise CHASQUI_KEY o --key',
  sin_permiso: 'Pida una clave que pueda hacer esta consulta',
  limite_excedido: 'Espere un momento y repita la consulta',
  sobrecarga: 'Espere un momento y repita la consulta',
  iniciando: 'Espere un momento y repita la consulta',
}

/** Nothing comes of asking again: somebody has to configure the source. */
const WITHOUT_ACCOUNT =
  'No significa que no exista: quien administra el servicio puede configurarla (docs/configuration.md)'

/** Says an error in the words of the command line, and what to do next. `query` are the parameters that were asked. */
export const inCommandWords = (spec: LookupSpec, error: ReportedError, query: Record<string, string>): string => {
  const { codigo, campo, mensaje } = error
  if (!codigo.startsWith('parametro_'))
    return [withPeopleDates(mensaje), mensaje === NO_ACCOUNT ? WITHOUT_ACCOUNT : NEXT[codigo]]
      .filter(Boolean)
      .map(withoutStop)
      .join('. ')
  const option = spec.options.find(({ field }) => field === campo)
  const given = query[campo ?? '']
  const meant =
    option?.completes.kind === 'values' && given !== undefined ? similarWords(given, option.completes.values) : []
  return `${withoutStop(inOwnNames(spec, mensaje))}.${suggestion(meant)} Use «chasqui ${spec.endpoint.path.replaceAll('/', ' ')} --help» para ver ejemplos`
}

const withoutStop = (text = ''): string => text.replace(/\.$/, '')

/** Names of parameters stand at the start of a sentence, after "parámetro", in pairs, or at its end. */
const inOwnNames = (spec: LookupSpec, mensaje: string): string => {
  const names = [...(spec.argument ? [spec.argument.field] : []), ...spec.options.map(({ field }) => field)]
  const name = `(${[...new Set(names)].join('|')})`
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
  const call = (field: string): string => ownName(spec, field)
  return mensaje
    .replace(new RegExp(`^Falta el parámetro ${name} o ${name}$`), (_, a, b) => `Falta ${call(a)} o ${call(b)}`)
    .replace(new RegExp(`^Falta el parámetro ${name}$`), (_, a) => `Falta ${call(a)}`)
    .replace(
      new RegExp(`^${name} y ${name} se excluyen: envíe.*$`),
      (_, a, b) => `${capital(call(a))} y ${call(b)} se excluyen: indique solo uno`,
    )
    .replace(new RegExp(`^(?:El parámetro )?${name}(?= (?:debe|no|acepta|supera|contiene|es|tiene) )`), (_, a) =>
      capital(call(a)),
    )
    .replace(new RegExp(`(?<= posterior a )${name}$`), (_, a) => call(a))
}

/** `el RUC` for what an argument can be, `--desde` for an option. */
const ownName = ({ argument, options }: LookupSpec, field: string): string => {
  if (argument?.field === field) return argument.subject.charAt(0).toLowerCase() + argument.subject.slice(1)
  if (argument?.digits === field) return `el ${field.length > 3 ? field : field.toUpperCase()}`
  return options.some((one) => one.field === field) ? `--${field}` : field
}
