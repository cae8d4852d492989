import type { AnswerBody } from '../endpoints/shared/outcome.ts'
import * as summaries from './summaries.ts'

/** What is written of a tool, for the model that chooses among them and the person who allows its use. */
export interface ToolText {
  name: string
  /** Of the endpoint that answers it, below `/api/`. */
  path: string
  title: string
  description: string
  /** True when a live source outside this installation may be asked. */
  openWorld: boolean
  summarise(body: AnswerBody): string
}

// Each description says these itself: many clients show a model the tools without the server's instructions.
const NOT_FOUND = 'estado "no_encontrado" es un hecho: todas las fuentes respondieron y ninguna lo tiene.'
const AWAY =
  'Un error (fuente_no_disponible, fuente_cambio, fuente_captcha, lista_no_cargada) significa que no se pudo consultar; no significa que no exista.'
const COST = 'Cuesta una unidad de la cuota, también cuando no encuentra; un error no cuesta.'
const PERSONAL = 'Contiene datos personales: úselos solo para lo que se pidió y no repita los que no hagan falta.'

const tool = (
  name: string,
  path: string,
  about: { title: string; text: readonly string[]; openWorld: boolean; summarise: (body: never) => string },
): ToolText => ({
  name,
  path,
  title: about.title,
  description: about.text.join(' '),
  openWorld: about.openWorld,
  summarise: about.summarise as ToolText['summarise'],
})

/** Spanish, as everything callers read: the people who are asked to allow a call see these texts too. */
export const TOOL_TEXTS: readonly ToolText[] = [
  tool('ruc', 'ruc', {
    title: 'Contribuyente por RUC',
    text: [
      'Ficha de un contribuyente del Perú a partir de su RUC de 11 dígitos: nombre o razón social, estado, condición del domicilio, dirección y tipo.',
      'Use esta cuando tenga el número; con una razón social use nombre, con el nombre de una persona use persona.',
      'No diga que una empresa opera con normalidad solo por figurar: lea estado (ACTIVO, BAJA, SUSPENDIDO) y condicion (HABIDO, NO HABIDO).',
      ...[NOT_FOUND, AWAY, 'La ficha de un RUC que empieza en 10, 15 o 17 es de una persona natural.', PERSONAL, COST],
    ],
    openWorld: true,
    summarise: summaries.taxpayer,
  }),
  tool('dni', 'dni', {
    title: 'Nombres de un DNI',
    text: [
      'Nombres y apellidos que corresponden a un DNI peruano de 8 dígitos, según el registro de contribuyentes y un directorio público. No consulta el registro de identidad.',
      'Escriba el número como texto, con sus ceros iniciales. Para saber además si la persona tiene RUC use persona con dni.',
      ...[NOT_FOUND, 'No figurar en estas fuentes no prueba que el DNI no exista.', AWAY, PERSONAL, COST],
    ],
    openWorld: true,
    summarise: summaries.personNames,
  }),
  tool('persona', 'persona', {
    title: 'Persona por nombre o DNI',
    text: [
      'Busca personas naturales del Perú por nombre y apellidos (nombre) o por DNI (dni); dé solo uno de los dos. Devuelve DNI, RUC, nombres separados, estado y condición.',
      'Por nombre solo aparecen personas que tienen o tuvieron RUC, 20 como máximo; truncado avisa que hubo más. Varias personas pueden llamarse igual: no elija una por su cuenta, pida un dato más.',
      'detalle agrega la ficha RUC a las cinco primeras. Para empresas use nombre.',
      ...[NOT_FOUND, AWAY, PERSONAL, COST],
    ],
    openWorld: true,
    summarise: summaries.personSearch,
  }),
  tool('nombre', 'nombre', {
    title: 'Empresas por razón social',
    text: [
      'Busca empresas del Perú por su razón social, completa o en parte, y devuelve su RUC, estado y condición; sirve para hallar el RUC antes de usar ruc o sanciones.',
      'Todas las palabras deben figurar, en cualquier orden; la forma jurídica (S.A.C., E.I.R.L.) no hace falta. Si hay varias, muestre las opciones en lugar de suponer cuál es.',
      ...[NOT_FOUND, AWAY, COST],
    ],
    openWorld: true,
    summarise: summaries.companies,
  }),
  tool('sanciones', 'sanciones', {
    title: 'Inhabilitaciones para contratar con el Estado',
    text: [
      'Dice si un proveedor del Estado peruano tiene hoy una inhabilitación vigente del tribunal de contrataciones, por ruc (exacto, preferible) o por nombre (parte de la razón social).',
      'total 0 significa que no figura ninguna inhabilitación vigente en la lista cargada (listaActualizada); las vencidas y las multas no se cuentan. Para listas internacionales use aml.',
      ...[AWAY, 'Por nombre pueden aparecer empresas de nombre parecido: compare el RUC.', COST],
    ],
    openWorld: false,
    summarise: summaries.sanctions,
  }),
  tool('aml', 'aml', {
    title: 'Revisión en listas de sanciones de EE. UU. y la ONU',
    text: [
      'Compara un nombre de persona, empresa, nave o aeronave con las listas de sanciones de Estados Unidos y de las Naciones Unidas, con sus alias.',
      'Una coincidencia no es una identificación: exacto y parcial dicen cuánto se parecen los nombres o documentos, no que sea la misma persona. La decisión es de una persona, nunca suya: muestre cada coincidencia con su lista, programa y motivos, y diga que debe revisarse.',
      'tipo, nacimiento, pais y documento ayudan a separar homónimos; detalle agrega puntaje, motivos y la ficha de cada parte. Dé solo datos que conozca, no los suponga. Sin nombre se busca solo el documento; varios titulares en un texto (Y/O) se buscan uno por uno.',
      'total 0 significa que no hubo coincidencias en las listas de esa fecha (listasActualizadas); no escriba "limpio" ni "aprobado". Si hay aviso, nadie queda descartado: repítalo.',
      ...[AWAY, PERSONAL, COST],
    ],
    openWorld: false,
    summarise: summaries.screening,
  }),
  tool('soat', 'soat', {
    title: 'SOAT de una placa',
    text: [
      'Seguro obligatorio (SOAT) más reciente de un vehículo del Perú por su placa de 6 o 7 caracteres (placa; numero es otro nombre de lo mismo): aseguradora, póliza, vigencia y estado a hoy.',
      'Lea estado: VIGENTE, VENCIDO o ANULADO.',
      ...[NOT_FOUND, AWAY, 'Con fuente_captcha la fuente pide una verificación que nadie hace aquí.', COST],
    ],
    openWorld: true,
    summarise: summaries.policy,
  }),
  tool('tipo_cambio', 'tipo-cambio', {
    title: 'Tipo de cambio oficial USD/PEN',
    text: [
      'Tipo de cambio oficial de la autoridad tributaria del Perú, compra y venta en soles por dólar, de una fecha (fecha, AAAA-MM-DD; hoy en Lima si se omite) o de cada día de un mes (mes, AAAA-MM). Dé fecha o mes, no ambos; para varios días de un mes pida el mes, que cuesta lo mismo.',
      'Si un día no hubo publicación rige la última anterior: aviso, y publicado en cada día de un mes, dicen de qué fecha es; dígalo al citarlo. Para la serie del banco central use indicadores.',
      ...[NOT_FOUND, AWAY, COST],
    ],
    openWorld: true,
    summarise: summaries.exchangeRate,
  }),
  tool('indicadores', 'indicadores', {
    title: 'Serie estadística del banco central',
    text: [
      'Valores de una serie del Banco Central de Reserva del Perú, por su código (PN01273PM) o un alias: tipo-cambio-venta, tipo-cambio-compra, inflacion, pbi, reservas, tasa-referencia.',
      'Si no conoce el código búsquelo con indicadores_buscar; no lo invente. desde y hasta (AAAA-MM-DD) acotan el periodo; sin ellos se entrega una ventana reciente. Cite el nombre y el código de la serie.',
      ...[NOT_FOUND, AWAY, COST],
    ],
    openWorld: true,
    summarise: summaries.series,
  }),
  tool('indicadores_buscar', 'indicadores/buscar', {
    title: 'Buscar series del banco central',
    text: [
      'Busca series en el catálogo del Banco Central de Reserva del Perú por palabras del nombre o del grupo, en cualquier orden, o por el comienzo del código. Devuelve código, nombre, grupo, frecuencia y rango de fechas; con el código use indicadores.',
      'Varias series se parecen: el grupo y la frecuencia dicen qué mide cada una.',
      ...[NOT_FOUND, AWAY, COST],
    ],
    openWorld: true,
    summarise: summaries.listedSeries,
  }),
  tool('estado', 'health', {
    title: 'Estado del servicio y ediciones en uso',
    text: [
      'Estado del servicio, de sus listas (edición, filas, cuándo se cargaron) y de sus fuentes (si responden, si exigen captcha). No lleva parámetros y no cuesta nada.',
      'Úsela para citar con qué ediciones se respondió, o para explicar por qué una fuente no respondió.',
    ],
    openWorld: false,
    summarise: summaries.health,
  }),
]

/** Told once to a client that connects. */
export const INSTRUCTIONS = [
  'Chasqui responde consultas de registros y cumplimiento del Perú: contribuyentes, personas, inhabilitaciones, SOAT, tipo de cambio, series del banco central y listas de sanciones.',
  'Cada respuesta lleva estado: "ok", "no_encontrado" (un hecho) o "error" (no se pudo consultar; no significa que no exista). Distíngalos al responder.',
  'Nombre siempre la fuente y la edición (fuentes). Una coincidencia de aml la decide una persona.',
  'Los datos de personas son datos personales: consulte solo lo que se pidió y no los repita sin necesidad.',
  'Cada consulta respondida cuesta una unidad de la cuota; no repita una que ya hizo.',
].join(' ')
