import { type Alerta, LISTAS } from '../../client.ts'
import { ComparisonTable } from '../../parts/screening/comparison-table.tsx'
import { Facts } from '../../parts/screening/facts.tsx'
import { MatchChips } from '../../parts/screening/match-chips.tsx'
import { PartyFile } from '../../parts/screening/party-file.tsx'
import { ListAndPrograms } from '../../parts/screening/programs.tsx'
import { LIST_NAMES, NAME_TYPES } from '../../words/screening.ts'
import { changesOf, SSCO_WORDS, subjectFacts } from '../../words/watch.ts'

/** What is other than at the last decision, or than when the party was last seen. */
export const Changes = ({ alert }: { alert: Alerta }) => {
  const changes = changesOf(alert)
  if (changes.length === 0) return null
  return (
    <section class="card alert-changes" aria-labelledby="cambios">
      <h2 id="cambios">Lo que cambió desde la última {alert.decisiones.length > 0 ? 'decisión' : 'vez'}</h2>
      <dl class="facts">
        {changes.map(({ field, gone, added, kept }, at) => (
          <div key={`${field} ${at}`}>
            <dt>{field}</dt>
            <dd>
              {added.map((text) => (
                <p key={text}>
                  <span class="change-word">Ahora</span> <ins>{text}</ins>
                </p>
              ))}
              {gone.map((text) => (
                <p key={text}>
                  <span class="change-word">Ya no</span> <del>{text}</del>
                </p>
              ))}
              {kept.length > 0 && <p class="quiet-text">Sigue: {kept.join('; ')}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Shown = Pick<Alerta, 'parte' | 'comparacion'> & { sujeto: Omit<Alerta['sujeto'], 'id'> }

/** Who is watched and what the list or the register says, aligned word by word. */
export const Compared = ({ alert: { sujeto, parte, comparacion } }: { alert: Shown }) => (
  <div class="card">
    <h2>{comparacion ? 'Comparación' : 'Lo que dice el padrón'}</h2>
    <div class="alert-pair">
      <div>
        <h3>Vigilado</h3>
        <Facts facts={[['Referencia', sujeto.referencia], ...subjectFacts(sujeto)]} />
      </div>
      <div>
        <h3>{comparacion ? 'En la lista' : 'En el padrón'}</h3>
        <PartyFacts party={parte} />
      </div>
    </div>
    {comparacion && (
      <>
        <p class="quiet-text">
          <MatchChips match={comparacion} isWhole /> Puntaje {comparacion.puntaje} de 100. Coincide con «
          {comparacion.nombreCoincidente}»{comparacion.tipoNombre && `, ${NAME_TYPES[comparacion.tipoNombre]}`}.
        </p>
        <ComparisonTable reasons={comparacion.motivos} />
      </>
    )}
  </div>
)

/** The whole entry of each list that has the party. */
export const Entries = ({ party }: { party: Alerta['parte'] }) => (
  <>
    {party.entradas.map(
      ({ fuente, referencia, ficha }, at) =>
        ficha && (
          <details key={`${fuente} ${referencia}`} class="card entry" open={at === 0}>
            <summary>
              Lo que dice la lista {LIST_NAMES[fuente]}, entrada n.º {referencia}
            </summary>
            {ficha.enlace && (
              <p>
                <a href={ficha.enlace} target="_blank" rel="noopener noreferrer external">
                  Ver en el sitio {LISTAS[fuente].sitio} (otra pestaña)
                </a>
              </p>
            )}
            <PartyFile file={ficha} />
          </details>
        ),
    )}
  </>
)

const PartyFacts = ({ party: { nombre, entradas, registro } }: { party: Alerta['parte'] }) => {
  if (registro) {
    const { ruc, estado, condicion, sanciones, sinCapacidadOperativa } = registro
    return (
      <Facts
        facts={[
          ['Razón social', nombre],
          ['RUC', ruc],
          ['Estado', estado],
          ['Condición', condicion],
          ['Sanciones del tribunal', sanciones.join('; ') || 'Ninguna vigente'],
          // Alerts of an earlier version do not have it.
          ['Capacidad operativa (SSCO)', SSCO_WORDS[sinCapacidadOperativa] ?? SSCO_WORDS.sin_datos],
        ]}
      />
    )
  }
  return (
    <Facts
      facts={[
        ['Nombre', nombre],
        ...entradas.map(
          ({ fuente, referencia, programa }) =>
            [
              'Entrada',
              <>
                <ListAndPrograms fuente={fuente} programa={programa} />, n.º {referencia}
              </>,
            ] as const,
        ),
      ]}
    />
  )
}
