import type { Static } from 'typebox'
import { Type } from '../../kernel/schema.ts'
import { choice, text } from './schema.ts'

const texts = (description: string) => Type.Array(Type.String(), { description })

/** What a list says of a party, in its own words: what a person needs to decide whether it is the customer. */
export const ListedPartyFile = Type.Object(
  {
    tipo: choice(['individual', 'entity', 'vessel', 'aircraft'], 'Qué es quien figura en la lista'),
    nacimientos: texts(
      'Fechas de nacimiento como las escribe la lista: `20 Jan 1960`, `1960-01-20`, `circa 1960`, `1960 to 1965`',
    ),
    lugaresNacimiento: texts('Lugares de nacimiento'),
    nacionalidades: texts('Nacionalidades y ciudadanías'),
    paises: texts('Países de las direcciones; banderas de naves y aeronaves'),
    direcciones: texts('Direcciones'),
    programas: texts('Programas de sanciones'),
    alias: texts('Todos los demás nombres, también los débiles'),
    documentos: Type.Array(
      Type.Object(
        {
          tipo: text('Cómo llama la lista al documento'),
          numero: text('Número tal como figura en la lista'),
          pais: text('País que lo emitió; vacío si la lista no lo dice'),
          nota: text('Fechas de emisión y vencimiento, y otras notas'),
        },
        { $id: 'DocumentoLista' },
      ),
      { description: 'Documentos y números de registro' },
    ),
    vinculos: texts('Con quién está vinculado, según la lista'),
    cargos: texts('Cargos y títulos'),
    particularidades: Type.Array(
      Type.Object({ nombre: text('Qué es'), valor: text('Su valor') }, { $id: 'ParticularidadLista' }),
      {
        description:
          'Datos de una nave o aeronave; nombres anteriores (f.k.a.) y nuevos (n.k.a.); sexo y fechas de enmienda',
      },
    ),
    observaciones: text('Todo lo demás que dice la lista, tal como lo escribe'),
    incluidoEl: text('Fecha de inclusión como la escribe la lista; vacía si no la dice'),
    enlace: text('Página del editor de la lista'),
  },
  {
    $id: 'FichaLista',
    description: 'Lo que la lista dice de la parte, en sus propias palabras; vacío donde no dice nada',
  },
)
export type ListedPartyFile = Static<typeof ListedPartyFile>
