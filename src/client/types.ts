// Written by scripts/client-types.ts; do not edit.
import type { Meta } from './meta.ts'

export interface Alerta {
  /** Identificador de la alerta */
  id: string
  sujeto: SujetoAlerta
  /** Contra una parte de las listas, o del registro */
  clase: 'lista' | 'registro'
  /** retirada: la parte ya no figura o ya no coincide */
  estado: 'abierta' | 'escalada' | 'descartada' | 'confirmada' | 'retirada'
  /** Por qué se abrió la última vez */
  causa: 'nueva' | 'cambiada' | 'reabierta' | 'vencida'
  parte: ParteAlerta
  comparacion: {
    /** Nivel de coincidencia */
    coincidencia: 'exacto' | 'parcial'
    /** De 0 a 100 */
    puntaje: number
    /** Nombre o alias que coincidió */
    nombreCoincidente: string
    /** Qué nombre coincidió */
    tipoNombre?: 'principal' | 'alias' | 'alias-debil'
    motivos: MotivoCoincidencia[]
  } | null
  /** Lo que cambió y la abrió o retiró; vacío si es nueva */
  cambios: CambioAlerta[]
  /** Desde cuándo está en este estado */
  desde: string
  /** Cuándo se abrió por primera vez */
  creada: string
  /** Hasta cuándo vale el descarte */
  venceEl: string | null
  /** Revisiones en que un descarte la mantuvo callada */
  suprimidas: number
  decisiones: Decision[]
}

export interface Aviso {
  /** Identificador del aviso */
  id: string
  /** Dirección a la que se envía */
  url: string
  /** desactivado: la dirección respondió 410 */
  estado: 'activo' | 'desactivado'
  /** Clave pública (whpk_…) con que se comprueba la firma v1a */
  clavePublica: string
  /** Cuándo se registró */
  creado: string
}

export interface AvisoNuevo {
  /** Identificador del aviso */
  id: string
  /** Dirección a la que se envía */
  url: string
  /** desactivado: la dirección respondió 410 */
  estado: 'activo' | 'desactivado'
  /** Clave pública (whpk_…) con que se comprueba la firma v1a */
  clavePublica: string
  /** Cuándo se registró */
  creado: string
  /** Secreto (whsec_…) con que se comprueba la firma v1; no se muestra otra vez */
  secreto: string
}

export interface BusquedaPersona {
  /** Criterio de búsqueda usado */
  criterio: 'nombre' | 'dni'
  /** Texto de búsqueda tal como se usó */
  query: string
  /** Número de coincidencias devueltas */
  total: number
  matches: CoincidenciaPersona[]
  /** true cuando hubo más coincidencias que las devueltas */
  truncado: boolean
  fuente: 'taxauth-scraper'
  /** Aviso, por ejemplo cuántos RUC de empresas se omitieron */
  aviso?: string
}

export interface BusquedaSanciones {
  /** RUC consultado */
  ruc?: string
  /** Texto consultado */
  nombre?: string
  /** true si el proveedor tiene al menos una sanción vigente */
  sancionado: boolean
  /** Número de sanciones vigentes */
  total: number
  /** Fecha y hora ISO de la última carga de la lista */
  listaActualizada: string
  sanciones: Sancion[]
}

export interface CambioAlerta {
  /**
   * nombres, nacimientos, documentos, nacionalidades, tipo, estado, condicion, sanciones, sinCapacidadOperativa,
   * sujeto, comparacion o lista
   */
  campo: string
  antes: string[]
  ahora: string[]
}

export interface CambioDeLote {
  /** Fila en el resultado nuevo; null si ya no está */
  fila: number | null
  /** Fila en el anterior; null si no estaba */
  filaAnterior: number | null
  /** Referencia propia de la fila; vacía si no tiene */
  referencia: string
  /** Nombre de la fila */
  nombre: string
  /** Documento de la fila; vacío si no tiene */
  documento: string
  /** `US`, `UN`, `sanciones`, `judicial`, `vinculados` o `padron`; vacío si no se trata de una coincidencia */
  lista: string
  /** Número de entrada en la lista; vacío si no se sabe */
  numero: string
  /** Nombre de quien figura en la lista */
  parte: string
  /** Lo que era; null si no estaba */
  antes: {
    /** `exacto` o `parcial`; de una sanción, su tipo; del padrón, estado y condición */
    nivel: string
    /** Puntaje de 0 a 100; null si no lo tiene */
    puntaje: number | null
  } | null
  /** Lo que es; null si ya no está */
  ahora: {
    /** `exacto` o `parcial`; de una sanción, su tipo; del padrón, estado y condición */
    nivel: string
    /** Puntaje de 0 a 100; null si no lo tiene */
    puntaje: number | null
  } | null
  /** Qué cambió, o por qué no se puede comparar */
  motivo: string
}

export interface CambiosDeLote {
  filas: {
    /** Filas del resultado nuevo */
    ahora: number
    /** Filas del anterior */
    antes: number
    /** Filas que están en los dos */
    emparejadas: number
  }
  /** Con qué dato se reconoció cada fila en el resultado anterior */
  emparejadasPor: {
    /** Por su referencia */
    referencia: number
    /** Por su documento */
    documento: number
    /** Por su nombre */
    nombre: number
  }
  totales: {
    /** Coincidencias nuevas */
    nuevas: number
    /** Coincidencias que cambiaron */
    cambiadas: number
    /** Coincidencias que ya no están */
    retiradas: number
    /** Filas que no se pueden comparar */
    sinComparar: number
  }
  /** true cuando alguna lista no las tiene todas */
  truncado: boolean
  /** Coincidencias que antes no había; 10 000 como máximo */
  nuevas: CambioDeLote[]
  /** Coincidencias con otro nivel, otro puntaje (5 puntos o más) u otros datos; 10 000 como máximo */
  cambiadas: CambioDeLote[]
  /** Coincidencias que había y ya no hay; 10 000 como máximo */
  retiradas: CambioDeLote[]
  /** Filas que están en uno solo, o que no se revisaron; 10 000 como máximo */
  sinComparar: CambioDeLote[]
}

export interface CoincidenciaDescartada {
  /** Nombre tal como figura en la lista */
  nombre: string
  /** Lista de origen */
  fuente: 'US' | 'UN' | 'UE' | 'UK' | 'BID'
  /** Número de entrada de la lista */
  referencia: string
  /** Qué dato la descartó: lo consultado frente a lo que dice la lista */
  motivo: string
}

export interface CoincidenciaEmpresa {
  /** RUC encontrado */
  numero: string
  /** Nombre o razón social completa */
  razonSocial: string
  /** ACTIVO, BAJA, SUSPENDIDO; otro texto cuando ninguno de los tres es cierto */
  estado: string
  /** HABIDO, NO HABIDO y otras */
  condicion: string
}

export interface CoincidenciaLista {
  /** Nombre tal como figura en la lista */
  nombre: string
  /** Lista de origen */
  fuente: 'US' | 'UN' | 'UE' | 'UK' | 'BID'
  /** Programa de sanciones */
  programa?: string
  /** Qué es quien figura en la lista */
  tipo?: 'individual' | 'entity' | 'vessel' | 'aircraft'
  /** Nivel de coincidencia */
  coincidencia: 'exacto' | 'parcial'
  /** Puntaje de 0 a 100 (con detalle) */
  puntaje?: number
  /** Nombre o alias que coincidió (con detalle) */
  nombreCoincidente?: string
  /** Qué nombre coincidió (con detalle) */
  tipoNombre?: 'principal' | 'alias' | 'alias-debil'
  motivos?: MotivoCoincidencia[]
  /** Número de entrada de la lista (con detalle) */
  referencia?: string
  /**
   * La misma parte en otras listas: mismo número de la ONU, o un nombre completo igual y una fecha de nacimiento o
   * un documento iguales (con detalle y listas)
   */
  mismaParte?: Array<{
    /** Lista de origen */
    fuente: 'US' | 'UN' | 'UE' | 'UK' | 'BID'
    /** Número de entrada de la lista */
    referencia: string
  }>
  /** De varios titulares, aquel con el que coincide (con detalle) */
  titular?: string
  ficha?: FichaLista
}

export interface CoincidenciaPersona {
  /** DNI contenido en el RUC de persona natural; vacío para RUC que empiezan en 15 o 17 */
  dni: string
  /** RUC de persona natural; vacío si la persona no tiene RUC */
  ruc: string
  /** Nombre registrado: apellidos y luego nombres */
  nombreCompleto: string
  /** Apellido paterno */
  apellidoPaterno: string
  /** Apellido materno */
  apellidoMaterno: string
  /** Nombres */
  nombres: string
  /** Estado del contribuyente, texto completo; vacío si la persona no tiene RUC */
  estado: string
  /** Condición del domicilio, texto completo; vacía si la persona no tiene RUC */
  condicion: string
  ficha?: Contribuyente
}

export interface ComparacionDeFila {
  consulta: ConsultaDeFila
  respuesta: Screening
  /** Las ediciones que respondieron ahora */
  ediciones: string
  /** El `aviso` de esa consulta */
  aviso?: string
}

/** Solo con tipo=compras */
export interface ComprasObservadas {
  /** Filas observadas */
  observadas: number
  porCausa: Array<{
    /**
     * El RUC no figuraba; no era ACTIVO; era NO HABIDO o NO HALLADO; estaba en la lista SSCO; entró en ella
     * después; el comprobante está anulado o no autorizado
     */
    causa: 'no_figura' | 'no_activo' | 'no_habido' | 'ssco' | 'ssco_posterior' | 'comprobante'
    /** Filas con esta causa; una fila puede tener varias */
    filas: number
  }>
  montos: Array<{
    /** Moneda, como está en el archivo; vacía si no la dice */
    moneda: string
    /** Suma de los importes de las filas observadas, sin convertir */
    total: number
  }>
  /** Filas observadas sin un importe legible */
  sinMonto: number
}

export interface Comprobante {
  /**
   * ACEPTADO o ANULADO: electrónico. AUTORIZADO o NO AUTORIZADO: impreso. NO INFORMADO: la SUNAT no lo tiene con
   * estos datos, lo que no prueba que sea falso
   */
  estado: 'ACEPTADO' | 'ANULADO' | 'AUTORIZADO' | 'NO AUTORIZADO' | 'NO INFORMADO'
  /** Estado del emisor según la fuente; vacío si no lo dice */
  estadoRuc: string
  /** Condición del emisor según la fuente; vacía si no la dice */
  condicionRuc: string
  /** Observaciones de la fuente, como las escribe */
  observaciones: string[]
}

/** Los parámetros de `/api/aml`, como los usó el lote */
export interface ConsultaDeFila {
  /** Nombre */
  nombre?: string
  /** Documento */
  documento?: string
  /** Nacimiento */
  nacimiento?: string
  /** País */
  pais?: string
  /** Listas que se consultaron, si el lote las nombra */
  listas?: string
}

export interface Contribuyente {
  /** RUC consultado, 11 dígitos */
  numero: string
  /** Nombre o razón social registrada */
  razonSocial: string
  /** Estado del contribuyente: ACTIVO, BAJA, SUSPENDIDO; otro texto cuando ninguno de los tres es cierto */
  estado: string
  /** Condición del domicilio fiscal: HABIDO, NO HABIDO y otras */
  condicion: string
  /** Dirección fiscal completa; vacía para personas naturales */
  direccion: string
  /** Código de ubicación de 6 dígitos (INEI); vacío si no se conoce */
  ubigeo: string
  /** Departamento del domicilio */
  departamento: string
  /** Provincia del domicilio */
  provincia: string
  /** Distrito del domicilio */
  distrito: string
  /** Tipo de contribuyente */
  tipo: string
  /** Padrones tributarios; solo con `detalle=1` */
  padrones?: {
    /** Agente de retención del IGV */
    agenteRetencion: {
      /** sin_datos: la lista no está cargada o no llega hasta ese día; nunca significa no */
      estado: 'si' | 'no' | 'sin_datos'
      /** Desde cuándo, según la lista */
      desde: string | null
      /** Última edición en que figuró, si ya salió; la salida fue después */
      hasta: string | null
      /** Resolución que lo dispuso */
      resolucion: string | null
      /** Edición de la lista que responde */
      edicion: string | null
    }
    /** Agente de percepción, venta interna */
    agentePercepcion: {
      /** sin_datos: la lista no está cargada o no llega hasta ese día; nunca significa no */
      estado: 'si' | 'no' | 'sin_datos'
      /** Desde cuándo, según la lista */
      desde: string | null
      /** Última edición en que figuró, si ya salió; la salida fue después */
      hasta: string | null
      /** Resolución que lo dispuso */
      resolucion: string | null
      /** Edición de la lista que responde */
      edicion: string | null
    }
    /** Agente de percepción, combustible */
    agentePercepcionCombustible: {
      /** sin_datos: la lista no está cargada o no llega hasta ese día; nunca significa no */
      estado: 'si' | 'no' | 'sin_datos'
      /** Desde cuándo, según la lista */
      desde: string | null
      /** Última edición en que figuró, si ya salió; la salida fue después */
      hasta: string | null
      /** Resolución que lo dispuso */
      resolucion: string | null
      /** Edición de la lista que responde */
      edicion: string | null
    }
    /** Buen contribuyente */
    buenContribuyente: {
      /** sin_datos: la lista no está cargada o no llega hasta ese día; nunca significa no */
      estado: 'si' | 'no' | 'sin_datos'
      /** Desde cuándo, según la lista */
      desde: string | null
      /** Última edición en que figuró, si ya salió; la salida fue después */
      hasta: string | null
      /** Resolución que lo dispuso */
      resolucion: string | null
      /** Edición de la lista que responde */
      edicion: string | null
    }
    /** Sujeto sin capacidad operativa (SSCO); desde es el día de su publicación */
    sinCapacidadOperativa: {
      /** sin_datos: la lista no está cargada o no llega hasta ese día; nunca significa no */
      estado: 'si' | 'no' | 'sin_datos'
      /** Desde cuándo, según la lista */
      desde: string | null
      /** Última edición en que figuró, si ya salió; la salida fue después */
      hasta: string | null
      /** Resolución que lo dispuso */
      resolucion: string | null
      /** Edición de la lista que responde */
      edicion: string | null
    }
  }
  /**
   * Actividad económica según el padrón mensual de datos abiertos, también con `fecha`; null si no está cargado o
   * no lo tiene, y entonces no se sabe. Solo con `detalle=1`
   */
  actividad?: {
    /** Actividad económica principal */
    ciiu: string
    /** Número de trabajadores declarado */
    trabajadores: number | null
    /** Actividad de comercio exterior */
    comercioExterior: string
    /** Sistema de facturación */
    facturacion: string
    /** Sistema de contabilidad */
    contabilidad: string
    /** Mes del padrón de datos abiertos */
    edicion: string
  } | null
  /**
   * Establecimientos anexos de ahora, también con `fecha`; null si no están cargados; vacío si el archivo no tiene
   * ninguno. Solo con `detalle=1`
   */
  anexos?: Array<{
    /** Dirección del anexo */
    direccion: string
    /** Código de ubicación */
    ubigeo: string
    /** Departamento */
    departamento: string
    /** Provincia */
    provincia: string
    /** Distrito */
    distrito: string
  }> | null
}

export interface DatosVigilado {
  /** Referencia propia de la cuenta; la misma otra vez reemplaza al vigilado */
  referencia: string
  /** Qué es */
  tipo: 'persona' | 'empresa'
  /** Nombre completo o razón social */
  nombre: string
  /** DNI, RUC u otro documento */
  documento?: string
  /** AAAA, AAAA-MM o AAAA-MM-DD */
  nacimiento?: string
  /** Código de dos letras o nombre en español */
  pais?: string
  /** RUC cuyo estado, condición y sanciones se vigilan */
  ruc?: string
  /** Listas que se revisan; las usuales si se omite */
  listas?: Array<'US' | 'UN' | 'UE' | 'UK' | 'BID'>
}

export interface Decision {
  /** Lo decidido */
  decision: 'descartada' | 'confirmada' | 'escalada' | 'reabierta'
  /** Por qué */
  motivo:
    | 'otro_nacimiento'
    | 'otro_documento'
    | 'otra_nacionalidad'
    | 'otro_tipo'
    | 'fallecido'
    | 'verificado_con_cliente'
    | 'otro'
  /** Explicación de quien decidió */
  nota: string
  /** Hasta cuándo vale un descarte; null en las demás */
  venceEl: string | null
  /** Quién decidió */
  persona: string
  /** Cuándo */
  fecha: string
  /** propuesta: espera que otra persona la repita */
  estado: 'vigente' | 'propuesta' | 'reemplazada'
  /** La otra persona que la repitió */
  confirma?: string
  visto: LoVisto
}

export interface DocumentoLista {
  /** Cómo llama la lista al documento */
  tipo: string
  /** Número tal como figura en la lista */
  numero: string
  /** País que lo emitió; vacío si la lista no lo dice */
  pais: string
  /** Fechas de emisión y vencimiento, y otras notas */
  nota: string
}

export interface EntradaLista {
  /** Lista de origen */
  fuente: 'US' | 'UN' | 'UE' | 'UK' | 'BID'
  /** Número de entrada de la lista */
  referencia: string
  /** Nombre tal como figura en la lista */
  nombre: string
  /** Programa de sanciones */
  programa?: string
  ficha?: FichaLista
}

export interface Entrega {
  /** Número del evento */
  evento: number
  /** pendiente: se intentará otra vez */
  estado: 'pendiente' | 'entregado' | 'fallido'
  /** Cuántas veces se envió */
  intentos: number
  /** Código HTTP del último intento; direccion (no es pública), dns, tiempo, conexion o desactivado si no hubo */
  resultado: string | null
  /** Cuándo fue */
  fecha: string
  /** Próximo intento */
  siguiente: string | null
}

export interface Evento {
  /** Número de orden en la cuenta, desde 1 */
  numero: number
  /** Identificador del evento */
  id: string
  /** Cuándo ocurrió */
  fecha: string
  /** Qué ocurrió */
  tipo:
    | 'sujeto.alta'
    | 'sujeto.cambiado'
    | 'sujeto.sin_revisar'
    | 'sujeto.borrado'
    | 'revision'
    | 'ronda.terminada'
    | 'alerta.nueva'
    | 'alerta.cambiada'
    | 'alerta.reabierta'
    | 'alerta.vencida'
    | 'alerta.retirada'
    | 'alerta.propuesta'
    | 'alerta.decidida'
    | 'aviso.prueba'
  /** Identificador del vigilado */
  sujeto?: string
  /** Identificador de la alerta */
  alerta?: string
  /** Identificador del aviso que se prueba */
  aviso?: string
  estado?: 'abierta' | 'escalada' | 'descartada' | 'confirmada' | 'retirada'
  decision?: 'descartada' | 'confirmada' | 'escalada' | 'reabierta'
  /** Quién decidió */
  persona?: string
  /** Por qué */
  motivo?: string
  resultado?: 'sin_coincidencias' | 'con_coincidencias'
  /** Partes encontradas */
  alertas?: number
  /** Edición de cada lista con que se revisó */
  ediciones?: {
    [name: string]: string
  }
  /** Reglas de comparación */
  politica?: string
  /** Vigilados al terminar la ronda */
  vigilados?: number
  /** De ellos, los que no se pudieron revisar, o no del todo */
  sinRevisar?: number
  /** hash del evento anterior; vacío en el primero */
  previo: string
  /** SHA-256 de previo y del evento sin previo ni hash */
  hash: string
}

/** Lo que la lista dice de la parte, en sus propias palabras; vacío donde no dice nada */
export interface FichaLista {
  /** Qué es quien figura en la lista */
  tipo: 'individual' | 'entity' | 'vessel' | 'aircraft'
  /** Fechas de nacimiento como las escribe la lista: `20 Jan 1960`, `1960-01-20`, `circa 1960`, `1960 to 1965` */
  nacimientos: string[]
  /** Lugares de nacimiento */
  lugaresNacimiento: string[]
  /** Nacionalidades y ciudadanías */
  nacionalidades: string[]
  /** Países de las direcciones; banderas de naves y aeronaves */
  paises: string[]
  /** Direcciones */
  direcciones: string[]
  /** Programas de sanciones */
  programas: string[]
  /** Todos los demás nombres, también los débiles */
  alias: string[]
  /** Documentos y números de registro */
  documentos: DocumentoLista[]
  /** Con quién está vinculado, según la lista */
  vinculos: string[]
  /** Cargos y títulos */
  cargos: string[]
  /** Datos de una nave o aeronave; nombres anteriores (f.k.a.) y nuevos (n.k.a.); sexo y fechas de enmienda */
  particularidades: ParticularidadLista[]
  /** Todo lo demás que dice la lista, tal como lo escribe */
  observaciones: string
  /** Fecha de inclusión como la escribe la lista; vacía si no la dice */
  incluidoEl: string
  /** Página del editor de la lista */
  enlace: string
}

/** Los datos de la fila como se usaron, después de limpiarlos */
export interface FilaConsultada {
  /** Los nombres por los que se preguntó, ya unidos los de varias columnas; vacío si la fila no tiene */
  nombres: string[]
  /** Documento o RUC por el que se preguntó; vacío si la fila no lo tiene */
  documento: string
  /** Nacimiento como AAAA, AAAA-MM o AAAA-MM-DD; vacío si la fila no lo tiene */
  nacimiento: string
  /** País; vacío si la fila no lo tiene */
  pais: string
  /**
   * `descartadas`: sin coincidencias solo porque los datos de la fila descartaron nombres parecidos; `pie`: es un
   * total o un pie de página
   */
  reserva: 'descartadas' | 'pie' | null
}

export interface FilaDeLote {
  /** Posición de la fila en el resultado, desde 1 */
  fila: number
  /** Lo que dice el resultado */
  resultado:
    | 'exacto'
    | 'parcial'
    | 'sin_coincidencias'
    | 'sancionado'
    | 'no_sancionado'
    | 'encontrado'
    | 'no_encontrado'
    | 'observado'
    | 'sin_observaciones'
    | 'vigilado'
    | 'no_revisado'
  /** Lo que dice el resultado */
  motivo: string
  /** Las ediciones que respondieron al lote */
  ediciones: string
  consultado: FilaConsultada
  /** Cada consulta a las listas de sanciones con su respuesta completa; vacío si no se revisó */
  comparaciones: ComparacionDeFila[]
}

export interface HallazgoPadron {
  /** Padrón en el que figura */
  padron: string
  /** Desde cuándo figura */
  desde: string
  /** Hasta cuándo figuró; vacía si sigue */
  hasta: string
  /** Resolución */
  resolucion: string
}

export interface HallazgoRegistro {
  /** Qué dato del registro; padron: el RUC no figuraba ese día */
  campo: 'estado' | 'condicion' | 'padron'
  /** Lo que dice el registro */
  valor: string
}

export interface HallazgoTribunal {
  /** RUC del proveedor sancionado */
  ruc: string
  /** Razón social tal como figura en la lista */
  razonSocial: string
  /** Tipo de inhabilitación */
  tipo: 'Definitivo' | 'Temporal'
  /** Número de resolución del tribunal */
  resolucion: string
  /** Periodo de inhabilitación: DEFINITIVO o un rango de meses */
  periodo: string
  /** Fecha de inicio, AAAA-MM-DD; vacía si la lista no la da legible */
  desde: string
  /** Fecha de fin, AAAA-MM-DD; vacía cuando es definitiva */
  hasta: string
  /** Descripción de la infracción */
  infraccion: string
  /** true cuando empieza después de terminar: debe mirarlo una persona */
  fechasContradictorias?: boolean
}

export interface HistoriaContribuyente {
  /** RUC consultado */
  numero: string
  /** Primera edición del padrón que se conoce; los periodos de copias mensuales pueden ser anteriores */
  desde: string
  /** Última edición: la que está en servicio */
  hasta: string
  /** Del más reciente al más antiguo; los de copias mensuales, junto a los del padrón aunque lo contradigan */
  periodos: PeriodoPadron[]
}

export interface InhabilitacionJudicial {
  /** RUC de una empresa; el documento de una persona va enmascarado si la clave no puede verlo */
  documento: string
  /** Nombre tal como figura en la lista */
  nombre: string
  /** Órgano jurisdiccional */
  organo: string
  /** Resolución */
  resolucion: string
  /** Fecha de inicio, AAAA-MM-DD; vacía si la lista no la da */
  desde: string
  /** Fecha de fin, AAAA-MM-DD; vacía cuando es definitiva */
  hasta: string
  /** true cuando empieza después de terminar: debe mirarlo una persona */
  fechasContradictorias?: boolean
  /** true cuando la lista no da un RUC ni un DNI y coincide solo el nombre: debe mirarlo una persona */
  soloPorNombre?: boolean
}

/** Lo que la persona tenía a la vista */
export interface LoVisto {
  sujeto: DatosVigilado
  parte: ParteAlerta
  comparacion: {
    /** Nivel de coincidencia */
    coincidencia: 'exacto' | 'parcial'
    /** De 0 a 100 */
    puntaje: number
    /** Nombre o alias que coincidió */
    nombreCoincidente: string
    /** Qué nombre coincidió */
    tipoNombre?: 'principal' | 'alias' | 'alias-debil'
    motivos: MotivoCoincidencia[]
  } | null
  /** Edición de cada lista con que se revisó */
  ediciones: {
    [name: string]: string
  }
  /** Reglas de comparación */
  politica: string
}

export interface Lote {
  /** Identificador del lote */
  id: string
  /** Nombre del archivo, si se dijo al enviarlo; si no, null */
  archivo: string | null
  /** Qué se consulta de cada fila */
  tipo: 'aml' | 'sanciones' | 'ruc' | 'proveedor' | 'compras' | 'vigilados'
  /** Las listas de sanciones que se consultan, cuando el lote las nombra */
  listas?: Array<'US' | 'UN' | 'UE' | 'UK' | 'BID'>
  /** Nombre de la clave que lo envió; null si no se sabe */
  clave: string | null
  /** Persona de esa clave; null si no tiene */
  persona: string | null
  /** en_cola: espera su turno; procesando; terminado: hay resultado; cancelado: no lo habrá */
  estado: 'en_cola' | 'procesando' | 'terminado' | 'cancelado'
  /** Filas del archivo, sin la cabecera ni las vacías */
  filas: number
  /**
   * Columnas del archivo, en su orden, con el papel que tienen en la consulta; los nombres muy largos van
   * recortados
   */
  columnas: Array<{
    /** Cabecera de la columna, como está en el archivo */
    nombre: string
    /** Lo que la columna significa para la consulta; null si nada */
    papel: 'nombre' | 'documento' | 'nacimiento' | 'pais' | 'referencia' | 'fecha' | 'monto' | null
  }>
  /** Hojas del libro que se leen; vacío si no es un libro */
  hojasLeidas: string[]
  /** Otras hojas visibles con datos, que no se leen */
  hojasSinLeer: Array<{
    /** Nombre de la hoja */
    nombre: string
    /** Filas con algo en ellas */
    filas: number
  }>
  /** Filas que ya tienen resultado */
  procesadas: number
  /** De ellas, con `exacto`, `parcial`, `sancionado` u `observado` */
  conCoincidencia: number
  /** De ellas, con `no_revisado` */
  noRevisadas: number
  /** De las no revisadas, las que otro intento puede revisar: faltó cuota o una lista */
  pendientes: number
  compras?: ComprasObservadas
  /** Por qué no se preguntó por las últimas filas; null si se preguntó por todas */
  detenidoPor: 'cuota' | 'error' | null
  /** Fecha y hora ISO en que se recibió */
  creado: string
  /** Fecha y hora ISO en que terminó o se canceló; null mientras no */
  terminado: string | null
  /** Fecha y hora ISO desde la que el lote y sus archivos dejan de existir */
  venceEl: string
}

export interface LoteCertificado {
  /** Identificador del lote */
  id: string
  /** Qué se consulta de cada fila */
  tipo: 'aml' | 'sanciones' | 'ruc' | 'proveedor' | 'compras' | 'vigilados'
  /** Nombre del archivo, si se dijo al enviarlo; si no, null */
  archivo: string | null
  /** Filas del archivo, sin la cabecera ni las vacías */
  filas: number
  /** De ellas, con `exacto`, `parcial`, `sancionado` u `observado` */
  conCoincidencia: number
  /** De ellas, con `no_revisado` */
  noRevisadas: number
  compras?: ComprasObservadas
  /** Fecha y hora ISO en que se recibió */
  creado: string
  /** Fecha y hora ISO en que terminó */
  terminado: string
  /** El archivo, tal como se envió; null en lotes de versiones anteriores */
  entrada: {
    /** SHA-256 del archivo, en hexadecimal */
    sha256: string
  } | null
  /** El resultado, por formato: el mismo lote da siempre los mismos bytes */
  resultado: {
    /** El resultado con formato=csv */
    csv?: {
      /** SHA-256 del archivo, en hexadecimal */
      sha256: string
    }
    /** El resultado con formato=xlsx; falta si no cabe en una hoja */
    xlsx?: {
      /** SHA-256 del archivo, en hexadecimal */
      sha256: string
    }
    /** El resultado con formato=json */
    json?: {
      /** SHA-256 del archivo, en hexadecimal */
      sha256: string
    }
  }
}

export interface LoteResumido {
  /** Identificador del lote */
  id: string
  /** Nombre del archivo, si se dijo al enviarlo; si no, null */
  archivo: string | null
  /** Qué se consulta de cada fila */
  tipo: 'aml' | 'sanciones' | 'ruc' | 'proveedor' | 'compras' | 'vigilados'
  /** Las listas de sanciones que se consultan, cuando el lote las nombra */
  listas?: Array<'US' | 'UN' | 'UE' | 'UK' | 'BID'>
  /** Nombre de la clave que lo envió; null si no se sabe */
  clave: string | null
  /** Persona de esa clave; null si no tiene */
  persona: string | null
  /** en_cola: espera su turno; procesando; terminado: hay resultado; cancelado: no lo habrá */
  estado: 'en_cola' | 'procesando' | 'terminado' | 'cancelado'
  /** Filas del archivo, sin la cabecera ni las vacías */
  filas: number
  /** Filas que ya tienen resultado */
  procesadas: number
  /** De ellas, con `exacto`, `parcial`, `sancionado` u `observado` */
  conCoincidencia: number
  /** De ellas, con `no_revisado` */
  noRevisadas: number
  /** De las no revisadas, las que otro intento puede revisar: faltó cuota o una lista */
  pendientes: number
  compras?: ComprasObservadas
  /** Por qué no se preguntó por las últimas filas; null si se preguntó por todas */
  detenidoPor: 'cuota' | 'error' | null
  /** Fecha y hora ISO en que se recibió */
  creado: string
  /** Fecha y hora ISO en que terminó o se canceló; null mientras no */
  terminado: string | null
  /** Fecha y hora ISO desde la que el lote y sus archivos dejan de existir */
  venceEl: string
}

export interface MotivoCoincidencia {
  /**
   * Qué pasó con la palabra, el documento o el dato: igual; variante de escritura; suena igual; parecida; inicial;
   * palabras unidas o separadas; sin peso (partícula, título o forma jurídica); falta en la consulta; sobra en la
   * consulta; figura en un alias débil; documento igual o distinto; tipo, nacimiento o país, a favor o en contra
   * según el signo de peso
   */
  tipo:
    | 'igual'
    | 'variante'
    | 'sonido'
    | 'parecida'
    | 'inicial'
    | 'unidas'
    | 'sin-peso'
    | 'falta'
    | 'sobra'
    | 'alias-debil'
    | 'documento-igual'
    | 'documento-distinto'
    | 'tipo'
    | 'nacimiento'
    | 'pais'
  /** Palabra, documento o dato de la consulta */
  consulta?: string
  /** Palabra, documento o dato de la lista, tal como figura */
  lista?: string
  /** Bits a favor (positivo) o en contra (negativo) */
  peso?: number
}

export interface NombresPersona {
  /** DNI consultado, 8 dígitos */
  numero: string
  /** Nombres */
  nombres: string
  /** Apellido paterno */
  apellidoPaterno: string
  /** Apellido materno */
  apellidoMaterno: string
  /** Apellido paterno, apellido materno y nombres */
  nombreCompleto: string
}

export interface ParteAlerta {
  /** Nombre principal en la lista; razón social en el registro */
  nombre: string
  /** La parte en cada lista en que figura; vacía en una alerta de registro */
  entradas: EntradaLista[]
  registro?: RegistroVigilado
}

export interface ParteJudicial {
  /**
   * sin_hallazgos y hallazgo: se revisó, y cuesta una unidad. sin_revisar: no se pudo revisar, y motivo dice por
   * qué; no significa que no haya hallazgos. no_configurado: esta instalación no tiene ese dato
   */
  estado: 'sin_hallazgos' | 'hallazgo' | 'sin_revisar' | 'no_configurado'
  /** Edición de los datos; null si no se revisó o respondió una fuente en vivo */
  edicion: string | null
  /** Cuándo se cargó esa edición; null si no se revisó o respondió una fuente en vivo */
  revisado: string | null
  /** En qué se apoya el resultado, o por qué no se revisó */
  motivo: string
  hallazgos: InhabilitacionJudicial[]
}

export interface ParteListas {
  /**
   * sin_hallazgos y hallazgo: se revisó, y cuesta una unidad. sin_revisar: no se pudo revisar, y motivo dice por
   * qué; no significa que no haya hallazgos. no_configurado: esta instalación no tiene ese dato
   */
  estado: 'sin_hallazgos' | 'hallazgo' | 'sin_revisar' | 'no_configurado'
  /** Edición de los datos; null si no se revisó o respondió una fuente en vivo */
  edicion: string | null
  /** Cuándo se cargó esa edición; null si no se revisó o respondió una fuente en vivo */
  revisado: string | null
  /** En qué se apoya el resultado, o por qué no se revisó */
  motivo: string
  hallazgos: CoincidenciaLista[]
}

export interface PartePadrones {
  /**
   * sin_hallazgos y hallazgo: se revisó, y cuesta una unidad. sin_revisar: no se pudo revisar, y motivo dice por
   * qué; no significa que no haya hallazgos. no_configurado: esta instalación no tiene ese dato
   */
  estado: 'sin_hallazgos' | 'hallazgo' | 'sin_revisar' | 'no_configurado'
  /** Edición de los datos; null si no se revisó o respondió una fuente en vivo */
  edicion: string | null
  /** Cuándo se cargó esa edición; null si no se revisó o respondió una fuente en vivo */
  revisado: string | null
  /** En qué se apoya el resultado, o por qué no se revisó */
  motivo: string
  hallazgos: HallazgoPadron[]
}

export interface ParteRegistro {
  /**
   * sin_hallazgos y hallazgo: se revisó, y cuesta una unidad. sin_revisar: no se pudo revisar, y motivo dice por
   * qué; no significa que no haya hallazgos. no_configurado: esta instalación no tiene ese dato
   */
  estado: 'sin_hallazgos' | 'hallazgo' | 'sin_revisar' | 'no_configurado'
  /** Edición de los datos; null si no se revisó o respondió una fuente en vivo */
  edicion: string | null
  /** Cuándo se cargó esa edición; null si no se revisó o respondió una fuente en vivo */
  revisado: string | null
  /** En qué se apoya el resultado, o por qué no se revisó */
  motivo: string
  hallazgos: HallazgoRegistro[]
  ficha?: Contribuyente
}

export interface ParteSanciones {
  /**
   * sin_hallazgos y hallazgo: se revisó, y cuesta una unidad. sin_revisar: no se pudo revisar, y motivo dice por
   * qué; no significa que no haya hallazgos. no_configurado: esta instalación no tiene ese dato
   */
  estado: 'sin_hallazgos' | 'hallazgo' | 'sin_revisar' | 'no_configurado'
  /** Edición de los datos; null si no se revisó o respondió una fuente en vivo */
  edicion: string | null
  /** Cuándo se cargó esa edición; null si no se revisó o respondió una fuente en vivo */
  revisado: string | null
  /** En qué se apoya el resultado, o por qué no se revisó */
  motivo: string
  hallazgos: HallazgoTribunal[]
}

export interface ParteVinculados {
  /**
   * sin_hallazgos y hallazgo: se revisó, y cuesta una unidad. sin_revisar: no se pudo revisar, y motivo dice por
   * qué; no significa que no haya hallazgos. no_configurado: esta instalación no tiene ese dato
   */
  estado: 'sin_hallazgos' | 'hallazgo' | 'sin_revisar' | 'no_configurado'
  /** Edición de los datos; null si no se revisó o respondió una fuente en vivo */
  edicion: string | null
  /** Cuándo se cargó esa edición; null si no se revisó o respondió una fuente en vivo */
  revisado: string | null
  /** En qué se apoya el resultado, o por qué no se revisó */
  motivo: string
  hallazgos: Vinculado[]
}

/** Las partes pedidas */
export interface PartesProveedor {
  registro?: ParteRegistro
  padrones?: PartePadrones
  sanciones?: ParteSanciones
  judicial?: ParteJudicial
  listas?: ParteListas
  vinculados?: ParteVinculados
}

export interface ParticularidadLista {
  /** Qué es */
  nombre: string
  /** Su valor */
  valor: string
}

export interface PeriodoPadron {
  /** Primera edición con esta ficha */
  desde: string
  /** Última edición con esta ficha; null si es la de hoy */
  hasta: string | null
  /** Nombre o razón social registrada; vacía en una copia mensual */
  razonSocial: string
  /** Estado del contribuyente, texto completo */
  estado: string
  /** Condición del domicilio, texto completo */
  condicion: string
  /** Código de ubicación; vacío si no se conoce */
  ubigeo: string
  /** Dirección fiscal completa; vacía para personas naturales */
  direccion: string
  /** Qué cambió respecto del periodo anterior; alta cuando la edición anterior no lo tenía */
  cambios: Array<'alta' | 'retiro' | 'razonSocial' | 'estado' | 'condicion' | 'ubigeo' | 'direccion'>
  /**
   * De dónde es el dato: el padrón, o el archivo mensual de datos abiertos, que no tiene nombre ni dirección y solo
   * una parte de los RUC
   */
  fuente: 'taxauth-scraper' | 'taxauth-open-data'
  /** Con qué detalle se conocen sus fechas. mes: desde y hasta son el primer y el último día de sus meses */
  grano: 'dia' | 'mes'
}

export interface RegistroVigilado {
  /** RUC vigilado */
  ruc: string
  /** Estado del contribuyente; NO FIGURA si el RUC no existe */
  estado: string
  /** Condición del domicilio */
  condicion: string
  /** Resoluciones vigentes del tribunal de contrataciones */
  sanciones: string[]
  /** Sujeto sin capacidad operativa (SSCO); sin_datos: la lista no está cargada */
  sinCapacidadOperativa: 'si' | 'no' | 'sin_datos'
}

export interface ResumenProveedor {
  /** Cuántos hallazgos hay en todas las partes */
  hallazgos: number
  /** Las partes pedidas que no se revisaron, también las no configuradas */
  sinRevisar: Array<'registro' | 'padrones' | 'sanciones' | 'judicial' | 'listas' | 'vinculados'>
}

export interface ResumenVigilancia {
  /** Vigilados de la cuenta */
  sujetos: number
  /** Los que nunca se revisaron, o no se pudieron revisar la última vez */
  sinRevisar: number
  /** Los que no se han revisado con las ediciones en servicio, por lo que sea */
  pendientes: number
  /** Alertas abiertas o escaladas de la cuenta */
  alertasAbiertas: number
  /** Número del último evento; 0 si no hubo */
  eventos: number
}

export interface RevisionProveedor {
  /** RUC consultado */
  ruc: string
  /** Día al que se refiere la revisión */
  fecha: string
  /** Nombre registrado; vacío si no se pudo consultar el registro */
  razonSocial: string
  /** Las listas de sanciones consultadas, cuando la consulta las nombra */
  listas?: Array<'US' | 'UN' | 'UE' | 'UK' | 'BID'>
  partes: PartesProveedor
  resumen: ResumenProveedor
}

export interface Sancion {
  /** RUC del proveedor sancionado */
  ruc: string
  /** Razón social tal como figura en la lista */
  razonSocial: string
  /** Tipo de inhabilitación */
  tipo: 'Definitivo' | 'Temporal'
  /** Número de resolución del tribunal */
  resolucion: string
  /** Periodo de inhabilitación: DEFINITIVO o un rango de meses */
  periodo: string
  /** Fecha de inicio, AAAA-MM-DD; vacía si la lista no la da legible */
  desde: string
  /** Fecha de fin, AAAA-MM-DD; vacía cuando es definitiva */
  hasta: string
  /** Descripción de la infracción */
  infraccion: string
}

export interface Screening {
  /** Nombre consultado, normalizado; vacío si se preguntó solo por el documento */
  query: string
  /** Documento consultado */
  documento?: string
  /** Tipo consultado */
  tipo?: 'persona' | 'empresa' | 'nave' | 'aeronave'
  /** Fecha de nacimiento consultada */
  nacimiento?: string
  /** País consultado */
  pais?: string
  /** Las listas consultadas, cuando la consulta las nombra */
  listas?: Array<'US' | 'UN' | 'UE' | 'UK' | 'BID'>
  /** Número de coincidencias */
  total: number
  /** Fecha y hora ISO de la última carga de las listas */
  listasActualizadas: string
  /** Identificador de las reglas y tablas que decidieron; cambia cuando una respuesta puede cambiar (con detalle) */
  politica?: string
  /** true cuando se cortaron resultados */
  truncado?: boolean
  /** Los titulares por los que se preguntó, cuando son varios (con detalle) */
  titulares?: string[]
  unaPalabra?: UnaPalabra
  /** Coincidencias parciales que los datos del cliente descartaron, 20 como máximo (con detalle) */
  descartadas?: CoincidenciaDescartada[]
  /** Cuántas son, cuando son más de las que se muestran (con detalle) */
  descartadasTotal?: number
  matches: CoincidenciaLista[]
}

export interface Serie {
  /** Código de la serie consultada */
  codigo: string
  /** Nombre oficial de la serie */
  nombre: string
  /** Cada cuánto se publica la serie */
  frecuencia?: 'diaria' | 'mensual' | 'trimestral' | 'anual'
  valores: Array<{
    /** Periodo tal como lo imprime el banco central */
    periodo: string
    /** Valor */
    valor: number
  }>
  fuente: 'central-bank'
}

export interface SerieDeCatalogo {
  /** Código de la serie */
  codigo: string
  /** Nombre de la serie en el catálogo */
  nombre: string
  /** Grupo al que pertenece; con el nombre, dice qué mide la serie */
  grupo: string
  /** Cada cuánto se publica la serie */
  frecuencia: 'diaria' | 'mensual' | 'trimestral' | 'anual'
  /** Primer día del primer periodo, AAAA-MM-DD; vacío si el catálogo no lo dice */
  desde: string
  /** Primer día del último periodo, AAAA-MM-DD; vacío si el catálogo no lo dice */
  hasta: string
}

export interface Soat {
  /** Placa consultada, en mayúsculas y sin guion */
  placa: string
  /** Compañía que emitió la póliza */
  aseguradora: string
  /** Número de póliza del certificado */
  numeroPoliza: string
  /** Inicio de vigencia, DD/MM/AAAA */
  inicioVigencia: string
  /** Fin de vigencia, DD/MM/AAAA */
  finVigencia: string
  /** Estado de la póliza a la fecha de hoy en Lima */
  estado: 'VIGENTE' | 'VENCIDO' | 'ANULADO'
  /** Uso del vehículo: PARTICULAR, CARGA y otros */
  tipoUso: string
  /** Clase de vehículo: AUTOMOVIL, CAMIONETA y otras */
  clase: string
  /** DIGITAL o FISICO */
  tipoCertificado: string
  fuente: 'insurance-registry'
}

export interface SujetoAlerta {
  /** Identificador del vigilado */
  id: string
  /** Referencia propia de la cuenta; la misma otra vez reemplaza al vigilado */
  referencia: string
  /** Qué es */
  tipo: 'persona' | 'empresa'
  /** Nombre completo o razón social */
  nombre: string
  /** DNI, RUC u otro documento */
  documento?: string
  /** AAAA, AAAA-MM o AAAA-MM-DD */
  nacimiento?: string
  /** Código de dos letras o nombre en español */
  pais?: string
  /** RUC cuyo estado, condición y sanciones se vigilan */
  ruc?: string
  /** Listas que se revisan; las usuales si se omite */
  listas?: Array<'US' | 'UN' | 'UE' | 'UK' | 'BID'>
}

export interface TipoCambio {
  /** Fecha, AAAA-MM-DD */
  fecha: string
  /** Compra, soles por dólar */
  compra: number
  /** Venta, soles por dólar */
  venta: number
  /** Par de monedas */
  moneda: 'USD/PEN'
}

export interface TipoCambioMes {
  /** Mes, AAAA-MM */
  mes: string
  /** Par de monedas */
  moneda: 'USD/PEN'
  /** Un elemento por día del mes, hasta hoy en Lima */
  dias: Array<{
    /** Día, AAAA-MM-DD */
    fecha: string
    /** Compra, soles por dólar */
    compra: number
    /** Venta, soles por dólar */
    venta: number
    /** Fecha de la publicación que rige ese día, AAAA-MM-DD; anterior a fecha cuando ese día no la hubo */
    publicado: string
  }>
}

/** La consulta tiene una sola palabra que identifica: no descarta a nadie (con detalle) */
export interface UnaPalabra {
  /** La única palabra que dice de quién se trata */
  palabra: string
  /** Partes de las listas que la llevan en su nombre */
  partes: number
  /** Las primeras de esas partes, 20 como máximo */
  llevan: Array<{
    /** Nombre tal como figura en la lista */
    nombre: string
    /** Lista de origen */
    fuente: 'US' | 'UN' | 'UE' | 'UK' | 'BID'
    /** Número de entrada de la lista */
    referencia: string
  }>
}

/** Qué edición responde por la fecha consultada; solo con `fecha` */
export interface Vigencia {
  /** Última edición del padrón de ese día o anterior: la que responde */
  edicion: string
  /** Primera edición con exactamente esta ficha */
  desde: string
  /** Última edición con exactamente esta ficha; null si sigue igual */
  hasta: string | null
  /**
   * segura: lo dice la edición de ese día o la del siguiente, o las dos entre las que cae dicen lo mismo.
   * entre_ediciones: cambió en algún momento entre dos ediciones, y no se sabe si antes o después de ese día;
   * también cuando aún no hay una edición posterior
   */
  certeza: 'segura' | 'entre_ediciones'
  /** La edición siguiente, cuando dice otra cosa y la certeza es entre_ediciones */
  siguiente: {
    /** La edición siguiente */
    edicion: string
    /** Qué dice de otro modo */
    cambios: Array<'alta' | 'retiro' | 'razonSocial' | 'estado' | 'condicion' | 'ubigeo' | 'direccion'>
  } | null
  /**
   * Presente cuando responde una copia mensual de datos abiertos: edicion, desde y hasta son el primer o el último
   * día de un mes, y de qué día es no se sabe. No tiene nombre ni dirección
   */
  grano?: 'mes'
}

export interface Vigilado {
  /** Identificador del vigilado */
  id: string
  /** Referencia propia de la cuenta; la misma otra vez reemplaza al vigilado */
  referencia: string
  /** Qué es */
  tipo: 'persona' | 'empresa'
  /** Nombre completo o razón social */
  nombre: string
  /** DNI, RUC u otro documento */
  documento?: string
  /** AAAA, AAAA-MM o AAAA-MM-DD */
  nacimiento?: string
  /** Código de dos letras o nombre en español */
  pais?: string
  /** RUC cuyo estado, condición y sanciones se vigilan */
  ruc?: string
  /** Listas que se revisan; las usuales si se omite */
  listas?: Array<'US' | 'UN' | 'UE' | 'UK' | 'BID'>
  /** Cuándo se puso bajo vigilancia */
  creado: string
  /** Última revisión; null si nunca se revisó */
  revisado: string | null
  /** Edición de cada lista con que se revisó */
  ediciones: {
    [name: string]: string
  } | null
  /** Reglas de comparación de la última revisión */
  politica: string | null
  /** Desde cuándo no se pudo revisar; null si está al día o en camino */
  sinRevisarDesde: string | null
  /** Sin cuota; los datos no se pueden consultar; una lista que pide no está cargada; el RUC no está en la copia */
  motivoSinRevisar: 'cuota' | 'datos' | 'listas' | 'registro' | null
  /** Alertas abiertas o escaladas */
  alertasAbiertas: number
}

export interface Vinculado {
  /** Nombre o razón social tal como se declaró */
  nombre: string
  /** Qué es del proveedor */
  roles: Array<'socio' | 'representante' | 'organo'>
  /** Cargo en el órgano de administración; vacío si no lo tiene */
  cargo: string
  /** Tipo de documento en palabras de la entidad */
  tipoDocumento: string
  /** Documento, enmascarado (***45678) si es de una persona y la clave no puede verlo */
  documento: string
  coincidencias: CoincidenciaLista[]
}

export interface VistaDeLote {
  /** Lo que el archivo es, por su contenido */
  formato: 'csv' | 'xlsx' | 'json'
  /** Hoja que se lee, `*` si se leen todas; null si no es un libro */
  hoja: string | null
  /** Hojas visibles del libro */
  hojas: string[]
  /** Hojas del libro que se leen; vacío si no es un libro */
  hojasLeidas: string[]
  /** Otras hojas visibles con datos, que no se leen */
  hojasSinLeer: Array<{
    /** Nombre de la hoja */
    nombre: string
    /** Filas con algo en ellas */
    filas: number
  }>
  /** Filas del archivo, sin la cabecera ni las vacías */
  filas: number
  /** Columnas del archivo, en su orden */
  columnas: Array<{
    /** Cabecera de la columna, como está en el archivo */
    nombre: string
    /** Lo que la columna significa para la consulta; null si nada */
    papel: 'nombre' | 'documento' | 'nacimiento' | 'pais' | 'referencia' | 'fecha' | 'monto' | null
  }>
  /** Las primeras cinco filas, como texto */
  muestra: Array<string[]>
  /** El número de cada fila de la muestra en el archivo */
  filasDeMuestra: number[]
  /** Filas que no se podrán consultar, 20 como máximo */
  problemas: Array<{
    /** Número de la fila en la hoja o, en un CSV, la línea donde empieza */
    fila: number
    /** Por qué no se podrá consultar */
    motivo: string
  }>
  /** Filas de totales y pies de página: quedan en el resultado, no se consultan y no cuestan */
  filasDePie: number
  /** Unidades que costará el lote como máximo */
  unidades: number
  /** Unidades que le quedan a la cuenta este mes */
  unidadesDisponibles: number
  /** La columna que hace falta y no se reconoce; null si están todas */
  falta: {
    /** Parámetro con el que se indica la columna */
    campo: string
    /** Explicación en español, para personas */
    mensaje: string
  } | null
}

export interface EstadoLista {
  /** Fecha de la edición en servicio: la que da su editor; si no da ninguna, la de la copia */
  edicion: string | null
  /** Fecha que da el editor; null si no da ninguna */
  publicado: string | null
  /** true cuando se lee de un archivo de esta instalación, que puede no ser el último del editor */
  copia: boolean
  /** Filas o entradas de la edición */
  filas: number | null
  /** Filas de la fuente que no se pudieron leer */
  descartadas: number | null
  /** Fecha y hora ISO de la carga */
  cargado: string | null
  /** Fecha y hora ISO de la última consulta exitosa a la fuente */
  revisado: string | null
  /** SHA-256 de lo que publicó la fuente */
  sha256: string | null
  /** Horas desde la carga; de una copia, desde la fecha de su edición */
  antiguedadHoras: number | null
  /** Si se indicó de dónde obtenerlo */
  configurado: boolean
  /** true cuando la fuente no se pudo consultar tres veces seguidas, o la copia es así de antigua */
  atrasado: boolean
  /** Motivo del último rechazo o fallo de carga */
  error: string | null
  /** Historia de las ediciones; ausente donde no se guarda */
  historia?: {
    /** Primera edición que se conoce */
    desde: string
    /** Cuántas se conocen */
    ediciones: number
    /** Qué se perdió de la historia */
    error: string | null
  }
  /** Observaciones de las listas que no se pudieron interpretar; se dan tal cual en la ficha */
  observacionesSinLeer?: number
}

export interface EstadoFuente {
  /** Cómo está la fuente; ok también mientras no se le preguntó nada (ultimoExito es entonces null) */
  estado: 'ok' | 'degradado' | 'bloqueado' | 'sin_configurar'
  /** true mientras la fuente exige una verificación, también cuando falta la cuenta que la evita */
  captchaBlocked: boolean
  /** Fecha y hora ISO; null si nunca respondió */
  ultimoExito: string | null
  /** Fecha y hora ISO; null si nunca falló */
  ultimoError: string | null
  /** Si se le pregunta: cerrado, sí; abierto, no; semiabierto, a prueba */
  circuito: 'cerrado' | 'abierto' | 'semiabierto'
  /** Si esta instalación puede usar la fuente */
  configurado: boolean
}

/** Persona por nombre o por DNI */
export interface PersonaParametros {
  /** Nombres y/o apellidos, 3 caracteres como mínimo. Excluye a dni */
  nombre?: string | undefined
  /** DNI de 8 dígitos. Excluye a nombre. Por ejemplo: 00000012 */
  dni?: string | undefined
  /** 1 o true: agrega la ficha RUC a las 5 primeras coincidencias */
  detalle?: boolean | undefined
  /**
   * 1 agrega `constancia`, una constancia firmada de la consulta y su respuesta, que entonces no se guarda ni se da
   * como 304; 0 es lo mismo que omitirlo. Las claves públicas están en `/.well-known/jwks.json`
   */
  constancia?: boolean | undefined
}

/** Persona por nombre o por DNI */
export interface PersonaRespuesta {
  data: BusquedaPersona
  /** Constancia firmada (JWS compacto, EdDSA con Ed25519), solo con `constancia=1` */
  constancia?: string
  meta: Meta
}

/** Contribuyente por RUC */
export interface RucParametros {
  /** RUC de 11 dígitos */
  numero: string
  /** Proveedor al que se limita la consulta; si se omite se pregunta a todos, por turno */
  proveedor?: 'taxauth-scraper' | 'aggregator-a' | 'aggregator-b' | undefined
  /** Día por el que se pregunta, hasta hoy; excluye a `proveedor`. Por ejemplo: 2026-11-13 */
  fecha?: string | undefined
  /** 1 agrega `padrones` (agentes, buenos contribuyentes y SSCO, los de `fecha` si se envía), `actividad` y `anexos` */
  detalle?: boolean | undefined
  /**
   * 1 agrega `constancia`, una constancia firmada de la consulta y su respuesta, que entonces no se guarda ni se da
   * como 304; 0 es lo mismo que omitirlo. Las claves públicas están en `/.well-known/jwks.json`
   */
  constancia?: boolean | undefined
}

/** Contribuyente por RUC */
export interface RucRespuesta {
  data: Contribuyente
  vigencia?: Vigencia
  /** Constancia firmada (JWS compacto, EdDSA con Ed25519), solo con `constancia=1` */
  constancia?: string
  meta: Meta<'taxauth-scraper' | 'aggregator-a' | 'aggregator-b'>
}

/** Qué dijo el padrón de un contribuyente, periodo por periodo */
export interface RucHistoriaParametros {
  /** RUC de 11 dígitos */
  numero: string
  /**
   * 1 agrega `constancia`, una constancia firmada de la consulta y su respuesta, que entonces no se guarda ni se da
   * como 304; 0 es lo mismo que omitirlo. Las claves públicas están en `/.well-known/jwks.json`
   */
  constancia?: boolean | undefined
}

/** Qué dijo el padrón de un contribuyente, periodo por periodo */
export interface RucHistoriaRespuesta {
  data: HistoriaContribuyente
  /** Constancia firmada (JWS compacto, EdDSA con Ed25519), solo con `constancia=1` */
  constancia?: string
  meta: Meta
}

/** Nombres vinculados a un DNI */
export interface DniParametros {
  /** DNI de 8 dígitos */
  numero: string
  /** Proveedor al que se limita la consulta; si se omite se pregunta a todos, por turno */
  proveedor?: 'taxauth-scraper' | 'public-dni-directory' | 'aggregator-a' | 'aggregator-b' | undefined
  /**
   * 1 agrega `constancia`, una constancia firmada de la consulta y su respuesta, que entonces no se guarda ni se da
   * como 304; 0 es lo mismo que omitirlo. Las claves públicas están en `/.well-known/jwks.json`
   */
  constancia?: boolean | undefined
}

/** Nombres vinculados a un DNI */
export interface DniRespuesta {
  data: NombresPersona
  /** Constancia firmada (JWS compacto, EdDSA con Ed25519), solo con `constancia=1` */
  constancia?: string
  meta: Meta<'taxauth-scraper' | 'public-dni-directory' | 'aggregator-a' | 'aggregator-b'>
}

/** Empresas por razón social */
export interface NombreParametros {
  /** Razón social a buscar, 3 caracteres como mínimo */
  q: string
  /** Máximo de resultados, de 1 a 100; 50 si se omite */
  limite?: number | undefined
  /**
   * 1 agrega `constancia`, una constancia firmada de la consulta y su respuesta, que entonces no se guarda ni se da
   * como 304; 0 es lo mismo que omitirlo. Las claves públicas están en `/.well-known/jwks.json`
   */
  constancia?: boolean | undefined
}

/** Empresas por razón social */
export interface NombreRespuesta {
  data: CoincidenciaEmpresa[]
  /** Número de elementos en data */
  total: number
  /** true cuando hubo más coincidencias que las devueltas */
  truncado?: boolean
  /** Constancia firmada (JWS compacto, EdDSA con Ed25519), solo con `constancia=1` */
  constancia?: string
  meta: Meta
}

/** Sanciones vigentes de un proveedor del Estado */
export interface SancionesParametros {
  /** RUC de 11 dígitos; prevalece sobre nombre */
  ruc?: string | undefined
  /** Razón social, 3 caracteres como mínimo */
  nombre?: string | undefined
  /** Día por el que se pregunta, hasta hoy; hoy si se omite */
  fecha?: string | undefined
  /**
   * 1 agrega `constancia`, una constancia firmada de la consulta y su respuesta, que entonces no se guarda ni se da
   * como 304; 0 es lo mismo que omitirlo. Las claves públicas están en `/.well-known/jwks.json`
   */
  constancia?: boolean | undefined
}

/** Sanciones vigentes de un proveedor del Estado */
export interface SancionesRespuesta {
  data: BusquedaSanciones
  /** fechas_contradictorias: sanciones cuyo inicio es posterior a su fin; no se sabe si rigen y no se cuentan */
  aviso?: string
  /** Constancia firmada (JWS compacto, EdDSA con Ed25519), solo con `constancia=1` */
  constancia?: string
  meta: Meta
}

/** Si un comprobante fue informado a la SUNAT */
export interface ComprobanteParametros {
  /** RUC del emisor, 11 dígitos */
  ruc: string
  /**
   * Tipo de comprobante: 01 factura, 03 boleta, 04 liquidación de compra, 07 nota de crédito, 08 nota de débito, R1
   * recibo por honorarios, R7 su nota de crédito
   */
  tipo: '01' | '03' | '04' | '07' | '08' | 'R1' | 'R7'
  /** Serie de 4 caracteres; a una de solo dígitos se le completan los ceros */
  serie: string
  /** Número, de 1 a 8 dígitos */
  numero: string
  /** Fecha de emisión, hasta hoy */
  fecha: string
  /** Importe total, con hasta dos decimales */
  monto?: string | undefined
  /**
   * 1 agrega `constancia`, una constancia firmada de la consulta y su respuesta, que entonces no se guarda ni se da
   * como 304; 0 es lo mismo que omitirlo. Las claves públicas están en `/.well-known/jwks.json`
   */
  constancia?: boolean | undefined
}

/** Si un comprobante fue informado a la SUNAT */
export interface ComprobanteRespuesta {
  data: Comprobante
  /** Qué puede significar NO INFORMADO */
  aviso?: string
  /** Constancia firmada (JWS compacto, EdDSA con Ed25519), solo con `constancia=1` */
  constancia?: string
  meta: Meta<'taxauth-cpe'>
}

/** SOAT vigente de una placa */
export interface SoatParametros {
  /**
   * Placa de 6 o 7 caracteres alfanuméricos; se aceptan guiones y minúsculas. También se acepta con el nombre
   * numero
   */
  placa: string
  /**
   * 1 agrega `constancia`, una constancia firmada de la consulta y su respuesta, que entonces no se guarda ni se da
   * como 304; 0 es lo mismo que omitirlo. Las claves públicas están en `/.well-known/jwks.json`
   */
  constancia?: boolean | undefined
}

/** SOAT vigente de una placa */
export interface SoatRespuesta {
  data: Soat
  /** Constancia firmada (JWS compacto, EdDSA con Ed25519), solo con `constancia=1` */
  constancia?: string
  meta: Meta
}

/** Tipo de cambio oficial USD/PEN de una fecha, o de cada día de un mes */
export interface TipoCambioParametros {
  /** Fecha AAAA-MM-DD; hoy en Lima si se omite */
  fecha?: string | undefined
  /** Mes AAAA-MM, el actual o uno anterior: responde con cada uno de sus días. No admite fecha. Por ejemplo: 2026-10 */
  mes?: string | undefined
  /**
   * 1 agrega `constancia`, una constancia firmada de la consulta y su respuesta, que entonces no se guarda ni se da
   * como 304; 0 es lo mismo que omitirlo. Las claves públicas están en `/.well-known/jwks.json`
   */
  constancia?: boolean | undefined
}

/** Tipo de cambio oficial USD/PEN de una fecha, o de cada día de un mes */
export interface TipoCambioRespuesta {
  /** El de una fecha; los de un mes cuando se pidió mes */
  data: TipoCambio | TipoCambioMes
  /** De qué publicación proviene el valor cuando no es de la fecha pedida */
  aviso?: string
  /** Constancia firmada (JWS compacto, EdDSA con Ed25519), solo con `constancia=1` */
  constancia?: string
  meta: Meta<'taxauth-tc'>
}

/** Serie estadística del banco central */
export interface IndicadoresParametros {
  /** Código de serie o alias: tipo-cambio-venta, tipo-cambio-compra, inflacion, pbi, reservas, tasa-referencia */
  codigo: string
  /** Fecha inicial AAAA-MM-DD */
  desde?: string | undefined
  /** Fecha final AAAA-MM-DD; hoy en Lima si se omite */
  hasta?: string | undefined
  /**
   * 1 agrega `constancia`, una constancia firmada de la consulta y su respuesta, que entonces no se guarda ni se da
   * como 304; 0 es lo mismo que omitirlo. Las claves públicas están en `/.well-known/jwks.json`
   */
  constancia?: boolean | undefined
}

/** Serie estadística del banco central */
export interface IndicadoresRespuesta {
  data: Serie
  /** Constancia firmada (JWS compacto, EdDSA con Ed25519), solo con `constancia=1` */
  constancia?: string
  meta: Meta
}

/** Series del banco central por su nombre, grupo o código */
export interface IndicadoresBuscarParametros {
  /** Palabras del nombre o del grupo, en cualquier orden, o el comienzo de un código */
  q: string
  /** Solo series de esta frecuencia */
  frecuencia?: 'diaria' | 'mensual' | 'trimestral' | 'anual' | undefined
  /** Máximo de resultados, de 1 a 50; 50 si se omite */
  limite?: number | undefined
  /**
   * 1 agrega `constancia`, una constancia firmada de la consulta y su respuesta, que entonces no se guarda ni se da
   * como 304; 0 es lo mismo que omitirlo. Las claves públicas están en `/.well-known/jwks.json`
   */
  constancia?: boolean | undefined
}

/** Series del banco central por su nombre, grupo o código */
export interface IndicadoresBuscarRespuesta {
  data: SerieDeCatalogo[]
  /** Número de series que coinciden, también las que no caben en data */
  total: number
  /** true cuando hubo más coincidencias que las devueltas */
  truncado?: boolean
  /** Constancia firmada (JWS compacto, EdDSA con Ed25519), solo con `constancia=1` */
  constancia?: string
  meta: Meta
}

/** Revisión de un nombre en las listas de sanciones OFAC y ONU, y en las demás que se pidan */
export interface AmlParametros {
  /** Nombre completo o razón social, 3 caracteres como mínimo. Solo cifras no es un nombre: envíelas como documento */
  nombre?: string | undefined
  /**
   * DNI, RUC u otro documento asociado: de 5 a 20 letras, dígitos o guiones. Un DNI puede faltarle de ceros a la
   * izquierda
   */
  documento?: string | undefined
  /** Qué es el cliente: lo que figura en la lista como otra cosa deja de ser coincidencia parcial */
  tipo?: 'persona' | 'empresa' | 'nave' | 'aeronave' | undefined
  /** Nacimiento del cliente: AAAA, AAAA-MM o AAAA-MM-DD, desde 1850 y no futuro */
  nacimiento?: string | undefined
  /**
   * País del cliente: código ISO de dos letras o nombre en español. Se aceptan también minúsculas, nombres sin
   * tildes y otras formas del nombre
   */
  pais?: string | undefined
  /**
   * Listas que se consultan. Una que esta instalación no carga responde 502: US, UN, UE, UK, BID, separadas por
   * comas; US,UN si se omite
   */
  listas?: string | undefined
  /**
   * 1 o true: agrega puntaje, nombre coincidente, motivos, la ficha de cada parte y, con listas, la misma parte en
   * otras
   */
  detalle?: boolean | undefined
  /**
   * 1 agrega `constancia`, una constancia firmada de la consulta y su respuesta, que entonces no se guarda ni se da
   * como 304; 0 es lo mismo que omitirlo. Las claves públicas están en `/.well-known/jwks.json`
   */
  constancia?: boolean | undefined
}

/** Revisión de un nombre en las listas de sanciones OFAC y ONU, y en las demás que se pidan */
export interface AmlRespuesta {
  data: Screening
  /** Por qué la respuesta no descarta a nadie, o qué coincidencias descartaron los datos */
  aviso?: string
  /** Constancia firmada (JWS compacto, EdDSA con Ed25519), solo con `constancia=1` */
  constancia?: string
  meta: Meta
}

/** Un proveedor en una consulta, con las personas detrás de él */
export interface ProveedorParametros {
  /** RUC del proveedor, 11 dígitos */
  ruc: string
  /** Día al que se refiere la revisión, AAAA-MM-DD, no futuro; hoy en Lima si se omite */
  fecha?: string | undefined
  /** Partes que se revisan, separadas por comas; todas si se omite */
  partes?: string | undefined
  /**
   * Listas de sanciones de `listas` y `vinculados`. Una que esta instalación no carga responde 502: US, UN, UE, UK,
   * BID, separadas por comas; US,UN si se omite
   */
  listas?: string | undefined
  /** 1 o true: agrega la ficha del registro, y puntaje, motivos y ficha de cada coincidencia */
  detalle?: boolean | undefined
  /**
   * 1 agrega `constancia`, una constancia firmada de la consulta y su respuesta, que entonces no se guarda ni se da
   * como 304; 0 es lo mismo que omitirlo. Las claves públicas están en `/.well-known/jwks.json`
   */
  constancia?: boolean | undefined
}

/** Un proveedor en una consulta, con las personas detrás de él */
export interface ProveedorRespuesta {
  data: RevisionProveedor
  /** Constancia firmada (JWS compacto, EdDSA con Ed25519), solo con `constancia=1` */
  constancia?: string
  meta: Meta
}

/** Inicia un lote: muchas consultas de un tipo en un archivo */
export interface LotesCrearParametros {
  /** Qué se consulta de cada fila, como las consultas del mismo nombre */
  tipo: 'aml' | 'sanciones' | 'ruc' | 'proveedor' | 'compras' | 'vigilados'
  /**
   * 1 o true, con tipo=proveedor: compara también con las listas a los socios, representantes y órganos de cada
   * proveedor
   */
  vinculados?: boolean | undefined
  /**
   * 1 o true, con tipo=compras: pregunta también por cada comprobante a la SUNAT, de uno en uno, con la cuenta de
   * la instalación; cuesta una unidad más por comprobante
   */
  comprobantes?: boolean | undefined
  /** Con tipo=vigilados: qué son aquellos cuya fila no lo dice */
  tipoSujeto?: 'persona' | 'empresa' | undefined
  /** Cabecera o letra de la columna que hace de nombre, si no es una de las conocidas */
  columnaNombre?: string | undefined
  /** Cabecera o letra de la columna que hace de documento, si no es una de las conocidas */
  columnaDocumento?: string | undefined
  /** Cabecera o letra de la columna que hace de nacimiento, si no es una de las conocidas */
  columnaNacimiento?: string | undefined
  /** Cabecera o letra de la columna que hace de país, si no es una de las conocidas */
  columnaPais?: string | undefined
  /** Cabecera o letra de la columna que hace de referencia propia, si no es una de las conocidas */
  columnaReferencia?: string | undefined
  /** Cabecera o letra de la columna que hace de fecha de emisión, con tipo=compras, si no es una de las conocidas */
  columnaFecha?: string | undefined
  /** Cabecera o letra de la columna que hace de importe total, con tipo=compras, si no es una de las conocidas */
  columnaMonto?: string | undefined
  /**
   * Listas de sanciones que se consultan con tipo=aml, tipo=proveedor y tipo=vigilados: US, UN, UE, UK, BID,
   * separadas por comas; US,UN si se omite
   */
  listas?: string | undefined
  /** Hoja del libro de Excel; `*`, todas; la primera con las columnas necesarias si se omite */
  hoja?: string | undefined
  /** Nombre del archivo, para reconocer el lote después */
  archivo?: string | undefined
  /** Días que se conserva el lote, si no el tiempo usual de la instalación; de 1 a 400 */
  conservar?: string | undefined
  /** 1 o true: la primera fila ya es de datos; las columnas se llaman «Columna 1», «Columna 2»… */
  sinCabecera?: boolean | undefined
}

/** Inicia un lote: muchas consultas de un tipo en un archivo */
export interface LotesCrearRespuesta {
  data: Lote
  meta: Meta
}

/** Los lotes de la cuenta */
export interface LotesRespuesta {
  data: LoteResumido[]
  meta: Meta
}

/** Qué sería un lote de este archivo, sin iniciarlo */
export interface LotesVistaParametros {
  /** Qué se consulta de cada fila, como las consultas del mismo nombre */
  tipo: 'aml' | 'sanciones' | 'ruc' | 'proveedor' | 'compras' | 'vigilados'
  /**
   * 1 o true, con tipo=proveedor: compara también con las listas a los socios, representantes y órganos de cada
   * proveedor
   */
  vinculados?: boolean | undefined
  /**
   * 1 o true, con tipo=compras: pregunta también por cada comprobante a la SUNAT, de uno en uno, con la cuenta de
   * la instalación; cuesta una unidad más por comprobante
   */
  comprobantes?: boolean | undefined
  /** Con tipo=vigilados: qué son aquellos cuya fila no lo dice */
  tipoSujeto?: 'persona' | 'empresa' | undefined
  /** Cabecera o letra de la columna que hace de nombre, si no es una de las conocidas */
  columnaNombre?: string | undefined
  /** Cabecera o letra de la columna que hace de documento, si no es una de las conocidas */
  columnaDocumento?: string | undefined
  /** Cabecera o letra de la columna que hace de nacimiento, si no es una de las conocidas */
  columnaNacimiento?: string | undefined
  /** Cabecera o letra de la columna que hace de país, si no es una de las conocidas */
  columnaPais?: string | undefined
  /** Cabecera o letra de la columna que hace de referencia propia, si no es una de las conocidas */
  columnaReferencia?: string | undefined
  /** Cabecera o letra de la columna que hace de fecha de emisión, con tipo=compras, si no es una de las conocidas */
  columnaFecha?: string | undefined
  /** Cabecera o letra de la columna que hace de importe total, con tipo=compras, si no es una de las conocidas */
  columnaMonto?: string | undefined
  /**
   * Listas de sanciones que se consultan con tipo=aml, tipo=proveedor y tipo=vigilados: US, UN, UE, UK, BID,
   * separadas por comas; US,UN si se omite
   */
  listas?: string | undefined
  /** Hoja del libro de Excel; `*`, todas; la primera con las columnas necesarias si se omite */
  hoja?: string | undefined
  /** Nombre del archivo, para reconocer el lote después */
  archivo?: string | undefined
  /** Días que se conserva el lote, si no el tiempo usual de la instalación; de 1 a 400 */
  conservar?: string | undefined
  /** 1 o true: la primera fila ya es de datos; las columnas se llaman «Columna 1», «Columna 2»… */
  sinCabecera?: boolean | undefined
}

/** Qué sería un lote de este archivo, sin iniciarlo */
export interface LotesVistaRespuesta {
  data: VistaDeLote
  meta: Meta
}

/** Estado de un lote */
export interface LotesVerRespuesta {
  data: Lote
  meta: Meta
}

/** Detiene un lote y borra sus archivos */
export interface LotesBorrarRespuesta {
  data: Lote
  meta: Meta
}

/** El resultado de un lote terminado */
export interface LotesResultadoParametros {
  /** Formato del archivo; csv si se omite */
  formato?: 'csv' | 'xlsx' | 'json' | undefined
}

/** La constancia de un lote terminado */
export interface LotesConstanciaRespuesta {
  data: LoteCertificado
  /** Constancia firmada (JWS compacto, EdDSA con Ed25519), solo con `constancia=1` */
  constancia: string
  meta: Meta
}

/** Lo que se preguntó de cada fila */
export interface LotesFilasRespuesta {
  data: FilaConsultada[]
  meta: Meta
}

/** Una fila con su comparación palabra por palabra */
export interface LotesFilaRespuesta {
  data: FilaDeLote
  /** Lo que hay que saber */
  aviso?: string
  meta: Meta
}

/** Lo que cambió desde otro lote */
export interface LotesCambiosParametros {
  /** Identificador del lote anterior */
  con: string
}

/** Lo que cambió desde otro lote */
export interface LotesCambiosRespuesta {
  data: CambiosDeLote
  meta: Meta
}

/** Lo que cambió desde un resultado guardado */
export interface LotesCambiosArchivoRespuesta {
  data: CambiosDeLote
  meta: Meta
}

/** Pregunta otra vez por las filas no revisadas */
export interface LotesContinuarRespuesta {
  data: Lote
  meta: Meta
}

/** Pone a un cliente o proveedor bajo vigilancia */
export interface VigiladosPonerParametros {
  /**
   * 1 o true, con tipo=compras: pregunta también por cada comprobante a la SUNAT, de uno en uno, con la cuenta de
   * la instalación; cuesta una unidad más por comprobante
   */
  comprobantes?: boolean | undefined
  /** Con tipo=vigilados: qué son aquellos cuya fila no lo dice */
  tipoSujeto?: 'persona' | 'empresa' | undefined
  /** Cabecera o letra de la columna que hace de nombre, si no es una de las conocidas */
  columnaNombre?: string | undefined
  /** Cabecera o letra de la columna que hace de documento, si no es una de las conocidas */
  columnaDocumento?: string | undefined
  /** Cabecera o letra de la columna que hace de nacimiento, si no es una de las conocidas */
  columnaNacimiento?: string | undefined
  /** Cabecera o letra de la columna que hace de país, si no es una de las conocidas */
  columnaPais?: string | undefined
  /** Cabecera o letra de la columna que hace de referencia propia, si no es una de las conocidas */
  columnaReferencia?: string | undefined
  /** Cabecera o letra de la columna que hace de fecha de emisión, con tipo=compras, si no es una de las conocidas */
  columnaFecha?: string | undefined
  /** Cabecera o letra de la columna que hace de importe total, con tipo=compras, si no es una de las conocidas */
  columnaMonto?: string | undefined
  /**
   * Listas de sanciones que se consultan con tipo=aml, tipo=proveedor y tipo=vigilados: US, UN, UE, UK, BID,
   * separadas por comas; US,UN si se omite
   */
  listas?: string | undefined
  /** Hoja del libro de Excel; `*`, todas; la primera con las columnas necesarias si se omite */
  hoja?: string | undefined
  /** Nombre del archivo, para reconocer el lote después */
  archivo?: string | undefined
  /** Días que se conserva el lote, si no el tiempo usual de la instalación; de 1 a 400 */
  conservar?: string | undefined
  /** 1 o true: la primera fila ya es de datos; las columnas se llaman «Columna 1», «Columna 2»… */
  sinCabecera?: boolean | undefined
}

/** Pone a un cliente o proveedor bajo vigilancia */
export interface VigiladosPonerRespuesta {
  data: Vigilado
  /** Lo que hay que saber */
  aviso?: string
  meta: Meta
}

/** Los vigilados de la cuenta */
export interface VigiladosParametros {
  /** Solo el de esta referencia */
  referencia?: string | undefined
  /** Solo los que nunca se revisaron o no se pudieron revisar */
  sinRevisar?: boolean | undefined
  /** Máximo de resultados, de 1 a 500; 100 si se omite */
  limite?: number | undefined
  /** Identificador con que terminó la página anterior */
  despues?: string | undefined
}

/** Los vigilados de la cuenta */
export interface VigiladosRespuesta {
  data: Vigilado[]
  /** Para `despues`, si hay más */
  siguiente?: string
  resumen: ResumenVigilancia
  meta: Meta
}

/** Un vigilado */
export interface VigiladosVerRespuesta {
  data: Vigilado
  meta: Meta
}

/** Deja de vigilar y borra todo */
export interface VigiladosBorrarRespuesta {
  data: Vigilado
  meta: Meta
}

/** Las alertas de la cuenta */
export interface AlertasParametros {
  /** Solo las de este estado */
  estado?: 'abierta' | 'escalada' | 'descartada' | 'confirmada' | 'retirada' | undefined
  /** Máximo de resultados, de 1 a 500; 100 si se omite */
  limite?: number | undefined
  /** Identificador con que terminó la página anterior */
  despues?: string | undefined
}

/** Las alertas de la cuenta */
export interface AlertasRespuesta {
  data: Alerta[]
  /** Para `despues`, si hay más */
  siguiente?: string
  meta: Meta
}

/** Una alerta */
export interface AlertasVerRespuesta {
  data: Alerta
  meta: Meta
}

/** Decide sobre una alerta */
export interface AlertasDecidirRespuesta {
  data: Alerta
  meta: Meta
}

/** Todo lo que ocurrió, en orden */
export interface EventosParametros {
  /** Número del último evento visto */
  desde?: string | undefined
  /** Máximo de resultados, de 1 a 999; 500 si se omite */
  limite?: number | undefined
}

/** Todo lo que ocurrió, en orden */
export interface EventosRespuesta {
  data: Evento[]
  /** Para `desde`: el número del último evento */
  siguiente: number
  meta: Meta
}

/** Registra una dirección a la que se envían los eventos */
export interface AvisosPonerRespuesta {
  data: AvisoNuevo
  meta: Meta
}

/** Los avisos de la cuenta */
export interface AvisosRespuesta {
  data: Aviso[]
  meta: Meta
}

/** Deja de enviar eventos a una dirección */
export interface AvisosBorrarRespuesta {
  data: Aviso
  meta: Meta
}

/** Envía un evento de prueba a una dirección */
export interface AvisosPruebaRespuesta {
  data: Evento
  meta: Meta
}

/** Las últimas entregas de un aviso */
export interface AvisosEntregasRespuesta {
  data: Entrega[]
  meta: Meta
}

/** El informe de la vigilancia en un periodo */
export interface VigilanciaInformeParametros {
  /** Primer día, AAAA-MM-DD; el primero del mes de `hasta` si se omite */
  desde?: string | undefined
  /** Último día, AAAA-MM-DD; hoy si se omite */
  hasta?: string | undefined
  /** json si se omite */
  formato?: 'json' | 'csv' | undefined
  /** Con formato=csv, lo que tiene el archivo; movimientos si se omite */
  parte?: 'movimientos' | 'vigilados' | undefined
  /** 1 o true: añade la constancia firmada */
  constancia?: boolean | undefined
}

/** El informe de la vigilancia en un periodo */
export interface VigilanciaInformeRespuesta {
  data: {
    /** Primer día del periodo */
    desde: string
    /** Último día del periodo */
    hasta: string
    /** Cuándo se hizo el informe */
    generado: string
    /** false: los primeros eventos del periodo ya no se conservan */
    completo: boolean
    vigilados: {
      /** Vigilados al comenzar el periodo */
      alInicio: number
      /** Puestos bajo vigilancia */
      altas: number
      /** Veces que cambiaron los datos de uno */
      cambiados: number
      /** Dados de baja */
      borrados: number
      /** Vigilados al terminar el periodo */
      alFinal: number
      /** Los que ahora no se pueden revisar, o no del todo */
      sinRevisar: number
    }
    /** Rondas en que todos los vigilados se revisaron con las ediciones de entonces */
    rondas: Array<{
      /** Cuándo terminó */
      fecha: string
      /** Edición de cada lista con que se revisó */
      ediciones: {
        [name: string]: string
      }
      /** Reglas de comparación */
      politica: string
      /** Vigilados al terminar la ronda */
      vigilados: number
      /** De ellos, los que no se pudieron revisar, o no del todo */
      sinRevisar: number
    }>
    alertas: {
      /** Nuevas */
      nuevas: number
      /** Abiertas de nuevo o cambiadas porque cambió quién es la parte */
      cambiadas: number
      /** La parte volvió a la lista */
      reabiertas: number
      /** Descartes que vencieron */
      vencidas: number
      /** La parte dejó la lista o ya no coincide */
      retiradas: number
    }
    decisiones: Array<{
      /** Quién decidió */
      persona: string
      /** Lo decidido */
      decision: 'descartada' | 'confirmada' | 'escalada' | 'reabierta'
      /** Cuántas veces */
      total: number
      /** Cuántas más propuso, para que otra persona las repita */
      propuestas: number
    }>
    /** Los eventos en que se basa; null si no hubo */
    eventos: {
      /** Número del primer evento */
      primero: number
      /** Número del último evento */
      ultimo: number
      /** hash del último: depende de todos los anteriores */
      hash: string
    } | null
    /** Lo que ocurrió con las alertas, en orden; 500 como máximo */
    movimientos: Array<{
      /** Número del evento */
      numero: number
      /** Cuándo ocurrió */
      fecha: string
      /** Qué ocurrió */
      tipo:
        | 'sujeto.alta'
        | 'sujeto.cambiado'
        | 'sujeto.sin_revisar'
        | 'sujeto.borrado'
        | 'revision'
        | 'ronda.terminada'
        | 'alerta.nueva'
        | 'alerta.cambiada'
        | 'alerta.reabierta'
        | 'alerta.vencida'
        | 'alerta.retirada'
        | 'alerta.propuesta'
        | 'alerta.decidida'
        | 'aviso.prueba'
      /** Identificador del vigilado */
      sujeto: string
      /** Su referencia; null si se borró */
      referencia: string | null
      /** Su nombre; null si se borró */
      nombre: string | null
      /** Identificador de la alerta */
      alerta: string | null
      /** Con quién coincide; null si se borró */
      parte: string | null
      /** Estado de la alerta desde entonces */
      estado: 'abierta' | 'escalada' | 'descartada' | 'confirmada' | 'retirada' | null
      /** Quién decidió */
      persona: string | null
      /** Lo decidido */
      decision: 'descartada' | 'confirmada' | 'escalada' | 'reabierta' | null
      /** Por qué */
      motivo: string | null
    }>
    /** Hay más movimientos: están en el CSV */
    truncado: boolean
  }
  /** Constancia firmada (JWS compacto, EdDSA con Ed25519), solo con `constancia=1` */
  constancia?: string
  meta: Meta
}

/** Estado del servicio, sus datos y sus fuentes */
export interface HealthRespuesta {
  data: {
    /** degradado cuando falta o falla algo configurado */
    estado: 'ok' | 'degradado'
    /** Versión del programa */
    version: string
    /** live con fuentes reales, sandbox con datos inventados */
    modo: 'live' | 'sandbox'
    /** Fecha y hora ISO del arranque */
    iniciado: string
    /** Fecha que un ajuste fija como hoy; ausente cuando rige el reloj */
    hoyFijado?: string
    /** Identificador de las reglas y tablas con que decide /api/aml */
    politica: string
    almacen: {
      /** Dónde están las cuentas y la cuota */
      tipo: 'sqlite' | 'postgres'
      /** Si se puede usar */
      estado: 'ok' | 'no_disponible'
    }
    /** Publicación de las ediciones; ausente cuando no se pidió */
    publicacion?: {
      /** Fecha y hora ISO de la última publicación lograda */
      publicado: string | null
      /** Motivo del último fallo */
      error: string | null
    }
    /** Vigilancia; ausente mientras su almacén no se puede leer */
    vigilancia?: {
      /** Vigilados de todas las cuentas */
      sujetos: number
      /** Edición de cada lista con que se revisan; null hasta que haya una */
      revisadosCon: {
        [name: string]: string
      } | null
      /** Los que no se han revisado con ellas, por lo que sea */
      pendientes: number
      /** Alertas abiertas o escaladas */
      alertasAbiertas: number
    }
    datasets: {
      padron?: EstadoLista
      sanciones?: EstadoLista
      judiciales?: EstadoLista
      vinculados?: EstadoLista
      us?: EstadoLista
      un?: EstadoLista
      eu?: EstadoLista
      uk?: EstadoLista
      bid?: EstadoLista
      agentes?: EstadoLista
      ssco?: EstadoLista
      ubigeo?: EstadoLista
    }
  }
  providers: {
    'taxauth-scraper': EstadoFuente
    'public-dni-directory': EstadoFuente
    'aggregator-a': EstadoFuente
    'aggregator-b': EstadoFuente
    'taxauth-tc': EstadoFuente
    'central-bank': EstadoFuente
    'insurance-registry': EstadoFuente
    'taxauth-cpe': EstadoFuente
  }
  meta: Meta
}

/** Cuota y consumo de la cuenta en un mes */
export interface UsoParametros {
  /** Mes AAAA-MM, el actual o uno anterior; el actual en Lima si se omite */
  mes?: string | undefined
}

/** Cuota y consumo de la cuenta en un mes */
export interface UsoRespuesta {
  data: {
    /** Cuenta a la que pertenece la clave */
    cuenta: {
      /** Identificador de la cuenta */
      id: string
      /** Nombre que le puso quien administra el servicio */
      nombre: string
    }
    /** Persona de la clave; ausente si la clave no es de una persona */
    persona?: string
    /** Mes AAAA-MM, de Lima */
    mes: string
    /** Cuota de la cuenta, que sus claves comparten */
    cuota: {
      /** Unidades de un mes */
      limite: number
      /** Unidades usadas en ese mes */
      usadas: number
      /** Unidades que quedaban al terminar ese mes; las que quedan en el actual */
      disponibles: number
      /** Primer día del mes siguiente */
      renueva: string
    }
    /** Unidades por consulta, de mayor a menor; las que no se usaron no figuran */
    consumo: Array<{
      /** Consulta: la última parte de su dirección */
      endpoint: string
      /** Unidades que costó */
      unidades: number
    }>
  }
  meta: Meta
}
