import { DEFAULT_LISTS, LIST_IDS, listRow } from '../domain/lists.ts'
import { Screening } from '../domain/records.ts'
import { Type } from '../kernel/schema.ts'
import { AWAY, BAD_INPUT, COST, endpoint, PERSONAL } from './shared/endpoint.ts'
import {
  birthParameter,
  COUNTRY_CODES,
  countryParameter,
  DATE,
  documentParameter,
  flagParameter,
  listsParameter,
  parameter,
  screenedNameParameter,
} from './shared/parameters.ts'

export const aml = endpoint({
  path: 'aml',
  title: 'Revisión en listas de sanciones',
  summary: 'Revisión de un nombre en las listas de sanciones OFAC y ONU, y en las demás que se pidan',
  description:
    'Busca a una persona, empresa, nave o aeronave en las listas de sanciones de la OFAC de Estados Unidos (US) y de la ONU (UN), también por sus ' +
    'alias y en otros alfabetos. Lea `coincidencia` antes de decidir: `exacto` o `parcial`. Sin coincidencias responde 200 con `total` 0. ' +
    '`documento`, `tipo`, `nacimiento` y `pais` son indicios: lo que concuerda sube el puntaje, lo que contradice lo baja o quita una coincidencia ' +
    'parcial, y nunca quitan un nombre igual. Sin `nombre` se busca solo el documento. Varios titulares en un texto (`Y/O`, `/`, `;`, `Y`) se buscan ' +
    'uno por uno. `aviso` dice por qué una respuesta sin coincidencias no descarta a nadie: la consulta tiene una sola palabra que identifica, o los ' +
    'datos del cliente descartaron las coincidencias parciales. `listas` pide otras: Unión Europea (UE), Reino Unido (UK) e inhabilitados para contratar con ' +
    'bancos de desarrollo (BID). Si una de las listas que se consultan no está cargada responde 502: media revisión no es una revisión.',
  parameters: {
    nombre: Type.Optional(
      screenedNameParameter(
        'Nombre completo o razón social, 3 caracteres como mínimo. Solo cifras no es un nombre: envíelas como documento',
        'TARQUILLO ZENOBIO',
      ),
    ),
    documento: Type.Optional(
      documentParameter(
        'DNI, RUC u otro documento asociado: de 5 a 20 letras, dígitos o guiones. Un DNI puede faltarle de ceros a la izquierda',
      ),
    ),
    tipo: Type.Optional(
      parameter('Qué es el cliente: lo que figura en la lista como otra cosa deja de ser coincidencia parcial', {
        enum: ['persona', 'empresa', 'nave', 'aeronave'],
        example: 'persona',
      }),
    ),
    nacimiento: Type.Optional(
      birthParameter('Nacimiento del cliente: AAAA, AAAA-MM o AAAA-MM-DD, desde 1850 y no futuro'),
    ),
    pais: Type.Optional(
      countryParameter(
        'País del cliente: código ISO de dos letras o nombre en español. Se aceptan también minúsculas, nombres sin tildes y otras formas del nombre',
      ),
    ),
    listas: Type.Optional(listsParameter('Listas que se consultan. Una que esta instalación no carga responde 502')),
    detalle: Type.Optional(
      flagParameter(
        '1 o true: agrega puntaje, nombre coincidente, motivos, la ficha de cada parte y, con listas, la misma parte en otras',
      ),
    ),
  },
  data: Screening,
  extras: {
    aviso: Type.Optional(
      Type.String({
        description: 'Por qué la respuesta no descarta a nadie, o qué coincidencias descartaron los datos',
      }),
    ),
  },
  rules: { alMenosUno: ['nombre', 'documento'], enOrden: ['nacimiento', 'hoy'] },
  failures: [...BAD_INPUT, 'dataset-unavailable'],
  datasets: LIST_IDS.map((id) => listRow(id).dataset),
  lookup: async () => (await import('../lookups/aml.ts')).amlLookup,
  command: {
    description: 'revisión de un nombre en las listas de sanciones',
    argument: {
      field: 'nombre',
      subject: 'El nombre',
      description: 'nombre o razón social; solo cifras es un documento',
      words: true,
      digits: 'documento',
    },
    options: [
      ['--documento <n>', 'DNI, RUC u otro documento; basta sin nombre'],
      ['--tipo <tipo>', 'persona, empresa, nave o aeronave'],
      ['--nacimiento <fecha>', `AAAA, AAAA-MM, ${DATE}`],
      ['--pais <país>', 'código de dos letras o nombre en español', COUNTRY_CODES],
      [
        '--listas <listas>',
        `cuáles, con comas: ${LIST_IDS.join(',')}; ${DEFAULT_LISTS.join(',')} si se omite`,
        LIST_IDS,
      ],
      ['--detalle', 'añade puntaje, nombre coincidente, motivos y la ficha'],
    ],
    examples: [
      ['aml zenobio tarquillo --tipo persona --detalle', 'un nombre, con los motivos de cada coincidencia'],
      ['aml zenobio tarquillo --alerta', 'para un script: termina con 4 si hay coincidencias o un aviso'],
    ],
    isHit: ({ total }: Screening) => total > 0,
  },
  tool: [
    'Compara un nombre de persona, empresa, nave o aeronave con las listas de sanciones de la OFAC de Estados Unidos y de la ONU, con sus alias; listas pide otras: UE, UK y BID (inhabilitados por bancos de desarrollo, que no es un congelamiento).',
    'Una coincidencia no es una identificación: exacto y parcial dicen cuánto se parecen los nombres o documentos, no que sea la misma persona. La decisión es de una persona, nunca suya: muestre cada coincidencia con su lista, programa y motivos, y diga que debe revisarse.',
    'tipo, nacimiento, pais y documento ayudan a separar homónimos; detalle agrega puntaje, motivos y la ficha de cada parte. Dé solo datos que conozca, no los suponga. Sin nombre se busca solo el documento; varios titulares en un texto (Y/O) se buscan uno por uno.',
    'total 0 significa que no hubo coincidencias en las listas de esa fecha (listasActualizadas); no escriba "limpio" ni "aprobado". Si hay aviso, nadie queda descartado: repítalo.',
    AWAY,
    PERSONAL,
    COST,
  ],
})
