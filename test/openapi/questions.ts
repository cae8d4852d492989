/** What is asked for the examples of one operation. A new operation needs a row; `examples.test.ts` says what is missing. */
export interface Questions {
  /** Answers with 200: the name of the example, what it shows, and the question. The first one is asked for the common errors too. */
  answered: Record<string, readonly [summary: string, path: string]>
  invalid?: string
  missing?: string
  notFound?: string
  /** A day before all that is known. */
  noHistory?: string
  /** Needs a live source while no list is loaded. */
  live?: string
  /** Needs a list or a token that is not there. */
  unloaded?: string
  unconfigured?: string
  /** Files that a batch refuses, and a batch that has no result yet. */
  tooLarge?: string
  wrongFormat?: string
  unfinished?: string
  /** A cursor that is older than what is kept. */
  expired?: string
}

/** Bodies of the questions that have one: `METHOD path name`. */
export const BODIES: Record<string, readonly [type: string, text: string]> = {
  clientes: ['text/csv', 'nombre,documento\nTARQUILLO ZENOBIO,\nJuan Quispe Mamani,00000012\nAna,\n'],
  proveedores: ['application/json', '[{"codigo":"P-1","identificador":"20000000125"}]'],
  resultado: [
    'text/csv',
    'nombre,documento,resultado,coincidencias,puntaje,nombreEnLista,lista,programa,motivo,ediciones\n' +
      'Juan Quispe Mamani,00000012,parcial,1,71,"QUISPE, Juan",US,SDN,igual: JUAN QUISPE,us 2026-10-12\n',
  ],
  sinColumna: ['text/csv', 'codigo,monto\nA-1,100\n'],
  grande: ['text/csv', `nombre\n${'Juan Quispe Mamani\n'.repeat(1_000)}`],
  imagen: ['image/png', 'no es una tabla'],
  vigilados: ['text/csv', 'referencia,tipo,nombre\nC-0009,persona,Juan Quispe Mamani\n'],
  vigilado: [
    'application/json',
    '{"referencia":"C-0001","tipo":"persona","nombre":"Zenobio Tarquillo","nacimiento":"1961"}',
  ],
  otroVigilado: [
    'application/json',
    '{"referencia":"C-0002","tipo":"empresa","nombre":"Comercial Ejemplo S.A.C.","ruc":"20000000125"}',
  ],
  aviso: ['application/json', '{"url":"https://receptor.example.com/eventos"}'],
  otroAviso: ['application/json', '{"url":"https://otro.example.com/eventos"}'],
  avisoInterno: ['application/json', '{"url":"https://169.254.169.254/"}'],
  sinNombre: ['application/json', '{"referencia":"C-0003","tipo":"persona"}'],
  nave: ['application/json', '{"referencia":"C-0003","tipo":"nave","nombre":"Zenobio"}'],
  enorme: ['application/json', JSON.stringify({ referencia: 'C-0003', nombre: 'Z'.repeat(20_000) })],
  descarte: [
    'application/json',
    '{"decision":"descartada","motivo":"otro_nacimiento","nota":"El cliente nació en 1985"}',
  ],
  sinMotivo: ['application/json', '{"decision":"descartada"}'],
  otraDecision: ['application/json', '{"decision":"olvidada","motivo":"otro","nota":"no existe"}'],
}

const VOUCHER = 'ruc=20000000125&tipo=01&serie=F001&fecha=2026-11-10&monto=118.00'

export const QUESTIONS: Record<string, Questions> = {
  persona: {
    answered: {
      porNombre: ['Por nombre', '/api/persona?nombre=HUAYTA%20VDA%20DE%20ZEVALLOS%20PETRONILA'],
      conFicha: ['Con la ficha RUC', '/api/persona?nombre=HUAYTA%20VDA%20DE%20ZEVALLOS%20PETRONILA&detalle=1'],
      porDni: ['Por DNI', '/api/persona?dni=00000012'],
      sinRuc: ['Una persona sin RUC', '/api/persona?dni=00000201'],
    },
    invalid: '/api/persona?nombre=ROSA&dni=00000012',
    missing: '/api/persona',
    notFound: '/api/persona?nombre=NADIE%20SE%20LLAMA%20ASI',
    live: '/api/persona?dni=00000201',
    unloaded: '/api/persona?nombre=SALVATIERRA',
  },
  ruc: {
    answered: {
      empresa: ['Una empresa', '/api/ruc?numero=20000000125'],
      baja: ['Una empresa de baja', '/api/ruc?numero=20000003451'],
      persona: ['Una persona natural', '/api/ruc?numero=10000000120'],
      otroProveedor: ['De un proveedor elegido', '/api/ruc?numero=20000006000&proveedor=aggregator-b'],
      enFecha: ['En una fecha', '/api/ruc?numero=20000000125&fecha=2026-11-12'],
      conDetalle: ['Con los padrones tributarios', '/api/ruc?numero=20000000125&detalle=1'],
    },
    invalid: '/api/ruc?numero=2000000012',
    missing: '/api/ruc',
    notFound: '/api/ruc?numero=20000999998',
    live: '/api/ruc?numero=20000006000',
    unloaded: '/api/ruc?numero=20000000125',
    unconfigured: '/api/ruc?numero=20000000125&proveedor=aggregator-a',
    noHistory: '/api/ruc?numero=20000000125&fecha=2000-01-01',
  },
  'ruc-historia': {
    answered: { historia: ['Lo que dijo el padrón', '/api/ruc/historia?numero=20000000125'] },
    invalid: '/api/ruc/historia?numero=2000000012',
    missing: '/api/ruc/historia',
    notFound: '/api/ruc/historia?numero=20000999998',
    unloaded: '/api/ruc/historia?numero=20000000125',
  },
  dni: {
    answered: {
      conRuc: ['Una persona con RUC', '/api/dni?numero=00000012'],
      sinRuc: ['Una persona sin RUC', '/api/dni?numero=00000201'],
    },
    invalid: '/api/dni?numero=123',
    missing: '/api/dni',
    notFound: '/api/dni?numero=00000909',
    live: '/api/dni?numero=00000201',
    unloaded: '/api/dni?numero=00000909',
    unconfigured: '/api/dni?numero=00000012&proveedor=aggregator-a',
  },
  nombre: {
    answered: {
      una: ['Una empresa', '/api/nombre?q=COMERCIAL%20EJEMPLO'],
      cortada: ['Hay más de las pedidas', '/api/nombre?q=SALVATIERRA%20PUMAYALLI&limite=1'],
    },
    invalid: '/api/nombre?q=AB',
    missing: '/api/nombre',
    notFound: '/api/nombre?q=NINGUNA%20SE%20LLAMA%20ASI',
    live: '/api/nombre?q=COMERCIAL%20EJEMPLO',
    unloaded: '/api/nombre?q=COMERCIAL%20EJEMPLO',
  },
  sanciones: {
    answered: {
      sancionado: ['Un proveedor inhabilitado', '/api/sanciones?ruc=20000009459'],
      sinSanciones: ['Sin sanciones vigentes', '/api/sanciones?ruc=20000000125'],
      porNombre: ['Por nombre', '/api/sanciones?nombre=SUMINISTROS%20INVENTADOS'],
      enFecha: ['En una fecha', '/api/sanciones?ruc=20000009459&fecha=2026-11-01'],
    },
    invalid: '/api/sanciones?ruc=123',
    missing: '/api/sanciones',
    unloaded: '/api/sanciones?ruc=20000009459',
    noHistory: '/api/sanciones?ruc=20000009459&fecha=2000-01-01',
  },
  comprobante: {
    answered: {
      aceptado: ['Una factura aceptada', `/api/comprobante?${VOUCHER}&numero=1`],
      anulado: ['Una factura anulada', `/api/comprobante?${VOUCHER}&numero=2`],
      noInformado: ['No informado a la SUNAT', `/api/comprobante?${VOUCHER}&numero=404`],
    },
    invalid: `/api/comprobante?${VOUCHER}&numero=0`,
    missing: '/api/comprobante?ruc=20000000125',
    live: `/api/comprobante?${VOUCHER}&numero=1`,
    unconfigured: `/api/comprobante?${VOUCHER}&numero=1`,
  },
  soat: {
    answered: {
      vigente: ['Vigente', '/api/soat?placa=ABC-123'],
      vencido: ['Vencido', '/api/soat?placa=VEN123'],
      anulado: ['Anulado', '/api/soat?placa=ANU123'],
    },
    invalid: '/api/soat?placa=AB12',
    missing: '/api/soat',
    notFound: '/api/soat?placa=NAD123',
    live: '/api/soat?placa=ABC-123',
  },
  'tipo-cambio': {
    answered: {
      deHoy: ['El de hoy', '/api/tipo-cambio'],
      deOtroDia: ['De un domingo, con el del sábado', '/api/tipo-cambio?fecha=2026-11-08'],
      futuro: ['De una fecha futura', '/api/tipo-cambio?fecha=2027-01-01'],
      deUnMes: ['De cada día de un mes', '/api/tipo-cambio?mes=2026-11'],
    },
    invalid: '/api/tipo-cambio?fecha=2026-02-30',
    notFound: '/api/tipo-cambio?fecha=1985-01-01',
    live: '/api/tipo-cambio?fecha=2020-03-02',
  },
  indicadores: {
    answered: {
      porAlias: ['Por alias, mensual', '/api/indicadores?codigo=inflacion&desde=2026-06-01'],
      porCodigo: ['Por código, diaria', '/api/indicadores?codigo=PD04640PD&desde=2026-11-09&hasta=2026-11-13'],
    },
    invalid: '/api/indicadores?codigo=pbi&desde=2026-11-13&hasta=2026-01-01',
    missing: '/api/indicadores',
    notFound: '/api/indicadores?codigo=NOEXISTE',
    live: '/api/indicadores?codigo=reservas',
  },
  'indicadores-buscar': {
    answered: { encontradas: ['Series encontradas', '/api/indicadores/buscar?q=tipo%20de%20cambio&limite=3'] },
    invalid: '/api/indicadores/buscar?q=a',
    missing: '/api/indicadores/buscar',
    notFound: '/api/indicadores/buscar?q=ninguna%20se%20llama%20asi',
    live: '/api/indicadores/buscar?q=reservas',
  },
  aml: {
    answered: {
      exacta: ['Una coincidencia exacta', '/api/aml?nombre=TARQUILLO%20ZENOBIO'],
      conDetalle: [
        'Con puntaje, motivos y ficha',
        '/api/aml?nombre=Ebaristo%20Chukipoma%20Tarquiyo&nacimiento=1961&pais=PE&tipo=persona&detalle=1',
      ],
      ninguna: ['Sin coincidencias', '/api/aml?nombre=Juan%20Quispe%20Mamani'],
      unaPalabra: ['Una sola palabra, que no descarta a nadie', '/api/aml?nombre=Mollepaza&detalle=1'],
      descartadas: [
        'Los datos descartaron coincidencias parciales',
        '/api/aml?nombre=Ebaristo%20Chukipoma%20Tarquiyo&nacimiento=1999&detalle=1',
      ],
      titulares: ['Varios titulares', '/api/aml?nombre=Rosa%20Quispe%20Mamani%20Y%2FO%20Tarquillo%20Zenobio'],
      documento: ['Un documento solo', '/api/aml?documento=00000174'],
    },
    invalid: '/api/aml?nombre=AB',
    missing: '/api/aml',
    unloaded: '/api/aml?nombre=TARQUILLO%20ZENOBIO',
  },
  proveedor: {
    answered: {
      sinHallazgos: ['Sin hallazgos en lo revisado', '/api/proveedor?ruc=20000000125'],
      vinculados: ['Inhabilitado, y con un socio que figura en una lista', '/api/proveedor?ruc=20000006786'],
      partes: ['Solo dos partes, con detalle', '/api/proveedor?ruc=20000009017&partes=registro,judicial&detalle=1'],
      fecha: ['De un día pasado', '/api/proveedor?ruc=20000009017&partes=registro,judicial&fecha=2024-01-31'],
    },
    invalid: '/api/proveedor?ruc=20000000125&partes=todo',
    missing: '/api/proveedor',
    notFound: '/api/proveedor?ruc=20000999998',
    unloaded: '/api/proveedor?ruc=20000000125&listas=UE',
  },
  uso: {
    answered: { mes: ['Consumo de un mes', '/api/uso?mes=2026-10'] },
    invalid: '/api/uso?mes=2026-13',
  },
  health: { answered: { estado: ['En buen estado', '/api/health'] } },
  lotes: { answered: { propios: ['Los lotes de la cuenta', '/api/lotes'] } },
  'lotes-crear': {
    answered: { recibido: ['Recibido', 'POST /api/lotes?tipo=aml clientes'] },
    invalid: 'POST /api/lotes?tipo=ruc sinColumna',
    missing: 'POST /api/lotes clientes',
    tooLarge: 'POST /api/lotes?tipo=aml grande',
    wrongFormat: 'POST /api/lotes?tipo=aml imagen',
  },
  'lotes-vista': {
    answered: {
      completa: ['Se puede iniciar', 'POST /api/lotes/vista?tipo=aml clientes'],
      sinColumna: ['Falta elegir una columna', 'POST /api/lotes/vista?tipo=proveedor proveedores'],
    },
    invalid: 'POST /api/lotes/vista?tipo=todo clientes',
    missing: 'POST /api/lotes/vista clientes',
    tooLarge: 'POST /api/lotes/vista?tipo=aml grande',
    wrongFormat: 'POST /api/lotes/vista?tipo=aml imagen',
  },
  'lotes-ver': {
    answered: {
      terminado: ['Terminado', '/api/lotes/{terminado}'],
      procesando: ['En proceso', '/api/lotes/{procesando}'],
    },
    notFound: '/api/lotes/ffffffffffffffffffffffffffffffff',
  },
  'lotes-borrar': {
    answered: { borrado: ['Borrado', 'DELETE /api/lotes/{borrable}'] },
    notFound: 'DELETE /api/lotes/ffffffffffffffffffffffffffffffff',
  },
  'lotes-constancia': {
    answered: { terminado: ['De un lote terminado', '/api/lotes/{terminado}/constancia'] },
    notFound: '/api/lotes/ffffffffffffffffffffffffffffffff/constancia',
    unfinished: '/api/lotes/{procesando}/constancia',
  },
  'lotes-resultado': {
    answered: {
      csv: ['Como CSV', '/api/lotes/{terminado}/resultado'],
      json: ['Como JSON', '/api/lotes/{terminado}/resultado?formato=json'],
    },
    invalid: '/api/lotes/{terminado}/resultado?formato=pdf',
    notFound: '/api/lotes/ffffffffffffffffffffffffffffffff/resultado',
    unfinished: '/api/lotes/{procesando}/resultado',
  },
  'lotes-filas': {
    answered: { filas: ['Lo que se preguntó', '/api/lotes/{terminado}/filas'] },
    notFound: '/api/lotes/ffffffffffffffffffffffffffffffff/filas',
    unfinished: '/api/lotes/{procesando}/filas',
  },
  'lotes-fila': {
    answered: { comparada: ['Con su comparación', '/api/lotes/{terminado}/filas/1'] },
    invalid: '/api/lotes/{terminado}/filas/primera',
    notFound: '/api/lotes/{terminado}/filas/1000',
    unfinished: '/api/lotes/{procesando}/filas/1',
  },
  'lotes-cambios': {
    answered: { cambios: ['Lo que cambió', '/api/lotes/{terminado}/cambios?con={continuable}'] },
    invalid: '/api/lotes/{terminado}/cambios?con={deOtroTipo}',
    missing: '/api/lotes/{terminado}/cambios',
    notFound: '/api/lotes/{terminado}/cambios?con=ffffffffffffffffffffffffffffffff',
    unfinished: '/api/lotes/{terminado}/cambios?con={procesando}',
  },
  'lotes-cambios-archivo': {
    answered: { cambios: ['Lo que cambió', 'POST /api/lotes/{terminado}/cambios resultado'] },
    invalid: 'POST /api/lotes/{terminado}/cambios clientes',
    notFound: 'POST /api/lotes/ffffffffffffffffffffffffffffffff/cambios resultado',
    unfinished: 'POST /api/lotes/{procesando}/cambios resultado',
    tooLarge: 'POST /api/lotes/{terminado}/cambios grande',
    wrongFormat: 'POST /api/lotes/{terminado}/cambios imagen',
  },
  'lotes-continuar': {
    answered: { siguiendo: ['Sigue', 'POST /api/lotes/{continuable}/continuar'] },
    notFound: 'POST /api/lotes/ffffffffffffffffffffffffffffffff/continuar',
    unfinished: 'POST /api/lotes/{cancelado}/continuar',
  },
  'vigilados-poner': {
    answered: {
      puesto: ['Bajo vigilancia', 'POST /api/vigilados vigilado'],
      archivo: ['Un archivo', 'POST /api/vigilados vigilados'],
    },
    invalid: 'POST /api/vigilados nave',
    missing: 'POST /api/vigilados sinNombre',
    tooLarge: 'POST /api/vigilados enorme',
    wrongFormat: 'POST /api/vigilados imagen',
  },
  vigilados: {
    answered: { dos: ['Los de la cuenta', '/api/vigilados?limite=2'] },
    invalid: '/api/vigilados?limite=0',
  },
  'vigilados-ver': {
    answered: { revisado: ['Revisado', '/api/vigilados/{vigilado}'] },
    notFound: '/api/vigilados/ffffffffffffffffffffffffffffffff',
  },
  'vigilados-borrar': {
    answered: { borrado: ['Borrado', 'DELETE /api/vigilados/{borrado}'] },
    notFound: 'DELETE /api/vigilados/ffffffffffffffffffffffffffffffff',
  },
  alertas: {
    answered: { abiertas: ['Abiertas', '/api/alertas?estado=abierta&limite=1'] },
    invalid: '/api/alertas?estado=cerrada',
  },
  'alertas-ver': {
    answered: { abierta: ['Una alerta', '/api/alertas/{alerta}'] },
    notFound: '/api/alertas/ffffffffffffffffffffffffffffffff',
  },
  'alertas-decidir': {
    answered: { descartada: ['Descartada', 'POST /api/alertas/{alerta}/decisiones descarte'] },
    invalid: 'POST /api/alertas/{alerta}/decisiones otraDecision',
    missing: 'POST /api/alertas/{alerta}/decisiones sinMotivo',
    notFound: 'POST /api/alertas/ffffffffffffffffffffffffffffffff/decisiones descarte',
    tooLarge: 'POST /api/alertas/{alerta}/decisiones enorme',
    wrongFormat: 'POST /api/alertas/{alerta}/decisiones imagen',
  },
  eventos: {
    answered: { primeros: ['Los primeros', '/api/eventos?limite=3'] },
    invalid: '/api/eventos?desde=ayer',
    expired: '/api/eventos?desde={vencido}',
  },
  'vigilancia-informe': {
    answered: { mes: ['El mes', '/api/vigilancia/informe'] },
    invalid: '/api/vigilancia/informe?desde=ayer',
  },
  'avisos-poner': {
    answered: { nuevo: ['Registrado, con su secreto', 'POST /api/avisos aviso'] },
    invalid: 'POST /api/avisos avisoInterno',
    missing: 'POST /api/avisos sinNombre',
    tooLarge: 'POST /api/avisos enorme',
    wrongFormat: 'POST /api/avisos imagen',
  },
  avisos: { answered: { uno: ['Los de la cuenta', '/api/avisos'] } },
  'avisos-borrar': {
    answered: { borrado: ['Borrado', 'DELETE /api/avisos/{otroAviso}'] },
    notFound: 'DELETE /api/avisos/ffffffffffffffffffffffffffffffff',
  },
  'avisos-prueba': {
    answered: { enviado: ['El evento de prueba', 'POST /api/avisos/{aviso}/prueba'] },
    notFound: 'POST /api/avisos/ffffffffffffffffffffffffffffffff/prueba',
  },
  'avisos-entregas': {
    answered: { pendiente: ['Una entrega que se repetirá', '/api/avisos/{aviso}/entregas'] },
    notFound: '/api/avisos/ffffffffffffffffffffffffffffffff/entregas',
  },
}
