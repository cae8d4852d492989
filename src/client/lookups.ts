// Written by scripts/client-types.ts; do not edit.
import type { Lookup, RateLookup, SeriesLookup } from './options.ts'
import type {
  AmlParametros,
  AmlRespuesta,
  ComprobanteParametros,
  ComprobanteRespuesta,
  DniParametros,
  DniRespuesta,
  NombreParametros,
  NombreRespuesta,
  PersonaParametros,
  PersonaRespuesta,
  ProveedorParametros,
  ProveedorRespuesta,
  RucHistoriaParametros,
  RucHistoriaRespuesta,
  RucParametros,
  RucRespuesta,
  SancionesParametros,
  SancionesRespuesta,
  SoatParametros,
  SoatRespuesta,
} from './types.ts'

/** What is asked, by path, and what can be checked of it before it is sent. */
export const QUESTIONS = {
  persona: {
    title: 'Persona por nombre o DNI',
    main: 'nombre',
    parameters: { nombre: { least: 3 }, dni: { digits: 8 }, detalle: { flag: true } },
    exactamenteUno: ['nombre', 'dni'],
  },
  ruc: {
    title: 'Contribuyente por RUC',
    main: 'numero',
    parameters: {
      numero: { required: true, digits: 11, ruc: 'issued' },
      fecha: { date: true },
      detalle: { flag: true },
    },
    comoMaximoUno: ['proveedor', 'fecha'],
  },
  'ruc/historia': {
    title: 'Historia de un contribuyente',
    main: 'numero',
    parameters: { numero: { required: true, digits: 11, ruc: 'issued' } },
  },
  dni: { title: 'Nombres de un DNI', main: 'numero', parameters: { numero: { required: true, digits: 8 } } },
  nombre: {
    title: 'Empresas por razón social',
    main: 'q',
    parameters: { q: { required: true, least: 3 }, limite: { most: 100 } },
  },
  sanciones: {
    title: 'Inhabilitaciones para contratar con el Estado',
    main: 'ruc',
    parameters: { ruc: { digits: 11, ruc: 'listed' }, nombre: { least: 3 }, fecha: { date: true } },
    alMenosUno: ['ruc', 'nombre'],
    ignored: { nombre: 'ruc' },
  },
  comprobante: {
    title: 'Comprobante de pago',
    main: 'ruc',
    parameters: {
      ruc: { required: true, digits: 11, ruc: 'listed' },
      tipo: { required: true },
      serie: {
        required: true,
        form: '^(?:[A-Za-z][A-Za-z0-9]{3}|[0-9]{1,4})$',
        says: 'debe tener 4 letras o dígitos, como F001 o 0001',
      },
      numero: { required: true, form: '^0{0,8}[1-9][0-9]{0,7}$', says: 'debe tener de 1 a 8 dígitos y no ser cero' },
      fecha: { required: true, date: true },
      monto: {
        form: '^[0-9]{1,12}(?:\\.[0-9]{1,2})?$',
        says: 'debe ser un número con hasta dos decimales, como 118.00',
      },
    },
  },
  soat: {
    title: 'SOAT de una placa',
    main: 'placa',
    parameters: {
      placa: {
        form: '^[\\s-]*[A-Za-z0-9](?:[\\s-]*[A-Za-z0-9]){5,6}[\\s-]*$',
        says: 'debe tener 6 o 7 caracteres alfanuméricos',
      },
      numero: {
        form: '^[\\s-]*[A-Za-z0-9](?:[\\s-]*[A-Za-z0-9]){5,6}[\\s-]*$',
        says: 'debe tener 6 o 7 caracteres alfanuméricos',
      },
    },
    aliases: { numero: 'placa' },
  },
  'tipo-cambio': {
    title: 'Tipo de cambio oficial USD/PEN',
    main: 'fecha',
    parameters: { fecha: { date: true }, mes: { form: '^[0-9]{4}-(0[1-9]|1[0-2])$', says: 'debe ser un mes AAAA-MM' } },
    comoMaximoUno: ['fecha', 'mes'],
  },
  indicadores: {
    title: 'Serie estadística del banco central',
    main: 'codigo',
    parameters: { codigo: { required: true }, desde: { date: true }, hasta: { date: true } },
    enOrden: ['desde', 'hasta'],
  },
  'indicadores/buscar': {
    title: 'Buscar series del banco central',
    main: 'q',
    parameters: { q: { required: true, least: 2 }, limite: { most: 50 } },
  },
  aml: {
    title: 'Revisión en listas de sanciones',
    main: 'nombre',
    parameters: {
      nombre: {
        least: 3,
        refuses:
          '^(?:(?:[Rr]\\.?[Uu]\\.?[Cc]|[Dd]\\.?[Nn]\\.?[Ii])(?:[^\\p{L}]*[Nn](?:[Rr][Oo])?(?!\\p{L}))?)?(?:[^\\p{L}]|[ªºˆ])*\\p{N}(?:[^\\p{L}]|[ªºˆ])*$',
        says: 'es solo un número: si es un documento, envíelo como documento',
      },
      documento: { form: '^[A-Za-z0-9-]{5,20}$', says: 'debe tener de 5 a 20 letras, dígitos o guiones' },
      listas: {
        form: '^(?:US|UN|UE|UK|BID)(?:,(?:US|UN|UE|UK|BID))*$',
        says: 'debe nombrar listas separadas por comas: US, UN, UE, UK, BID',
      },
      detalle: { flag: true },
    },
    alMenosUno: ['nombre', 'documento'],
  },
  proveedor: {
    title: 'Un proveedor y las personas detrás de él',
    main: 'ruc',
    parameters: {
      ruc: { required: true, digits: 11, ruc: 'issued' },
      fecha: { date: true },
      partes: {
        form: '^(?:registro|padrones|sanciones|judicial|listas|vinculados)(?:,(?:registro|padrones|sanciones|judicial|listas|vinculados))*$',
        says: 'admite, separadas por comas: registro, padrones, sanciones, judicial, listas, vinculados',
      },
      listas: {
        form: '^(?:US|UN|UE|UK|BID)(?:,(?:US|UN|UE|UK|BID))*$',
        says: 'debe nombrar listas separadas por comas: US, UN, UE, UK, BID',
      },
      detalle: { flag: true },
    },
  },
} as const

/** Cómo se llama una consulta, por su ruta; la que esta versión no conoce conserva su nombre. */
export const questionTitle = (path: string): string =>
  Object.hasOwn(QUESTIONS, path) ? QUESTIONS[path as keyof typeof QUESTIONS].title : path

/** Una consulta por método. */
export class Lookups {
  /** Persona por nombre o por DNI. Un texto solo es `nombre`. */
  readonly persona: Lookup<string | PersonaParametros, PersonaRespuesta>
  /** Contribuyente por RUC. Un texto solo es `numero`. */
  readonly ruc: Lookup<string | RucParametros, RucRespuesta> & {
    readonly historia: Lookup<string | RucHistoriaParametros, RucHistoriaRespuesta>
  }
  /** Nombres vinculados a un DNI. Un texto solo es `numero`. */
  readonly dni: Lookup<string | DniParametros, DniRespuesta>
  /** Empresas por razón social. Un texto solo es `q`. */
  readonly nombre: Lookup<string | NombreParametros, NombreRespuesta>
  /** Sanciones vigentes de un proveedor del Estado. Un texto solo es `ruc`. */
  readonly sanciones: Lookup<string | SancionesParametros, SancionesRespuesta>
  /** Si un comprobante fue informado a la SUNAT. Un texto solo es `ruc`. */
  readonly comprobante: Lookup<string | ComprobanteParametros, ComprobanteRespuesta>
  /** SOAT vigente de una placa. Un texto solo es `placa`. */
  readonly soat: Lookup<string | SoatParametros, SoatRespuesta>
  /** Tipo de cambio oficial USD/PEN de una fecha, o de cada día de un mes. Un texto solo es `fecha`. */
  readonly tipoCambio: RateLookup
  /** Serie estadística del banco central. Un texto solo es `codigo`. */
  readonly indicadores: SeriesLookup
  /** Revisión de un nombre en las listas de sanciones OFAC y ONU, y en las demás que se pidan. Un texto solo es `nombre`. */
  readonly aml: Lookup<string | AmlParametros, AmlRespuesta>
  /** Un proveedor en una consulta, con las personas detrás de él. Un texto solo es `ruc`. */
  readonly proveedor: Lookup<string | ProveedorParametros, ProveedorRespuesta>

  constructor(lookup: <Method>(path: keyof typeof QUESTIONS) => Method) {
    this.persona = lookup('persona')
    this.ruc = Object.assign(lookup<object>('ruc'), { historia: lookup('ruc/historia') }) as Lookup<
      string | RucParametros,
      RucRespuesta
    > & { readonly historia: Lookup<string | RucHistoriaParametros, RucHistoriaRespuesta> }
    this.dni = lookup('dni')
    this.nombre = lookup('nombre')
    this.sanciones = lookup('sanciones')
    this.comprobante = lookup('comprobante')
    this.soat = lookup('soat')
    this.tipoCambio = lookup('tipo-cambio')
    this.indicadores = Object.assign(lookup<object>('indicadores'), {
      buscar: lookup('indicadores/buscar'),
    }) as SeriesLookup
    this.aml = lookup('aml')
    this.proveedor = lookup('proveedor')
  }
}
