import { useQuestion } from '../../ask.ts'
import { type SoatRespuesta, sourceName } from '../../client.ts'
import { formatDate } from '../../format.ts'
import { goTo } from '../../navigation.ts'
import { AskForm } from '../../parts/ask-form.tsx'
import { useCertificate } from '../../parts/certificate/use-certificate.tsx'
import { Record } from '../../parts/record.tsx'
import { ResultHeading } from '../../parts/result-heading.tsx'
import { SourceLine } from '../../parts/source-line.tsx'
import type { PageProps } from '../../routes.ts'
import { useSession } from '../../session.ts'
import { Asking } from '../../states/asking.tsx'
import { Failed } from '../../states/failed.tsx'
import { Message } from '../../states/message.tsx'
import { policyState } from './policy.ts'

/** The compulsory insurance (SOAT) of a vehicle by its plate. */
const Vehiculo = ({ question }: PageProps) => {
  const plate = compactPlate(question?.placa ?? '')
  const problem = plate === '' || /^[A-Z\d]{6,7}$/.test(plate) ? null : PLATE_PROBLEM
  const asked = useQuestion(plate === '' || problem ? null : plate, (client, placa, signal) =>
    client.soat({ placa }, { signal }),
  )
  const isSettled = asked.state === 'answered' || asked.state === 'failed'
  const hasNone = asked.state === 'failed' && asked.error.kind === 'not-found'
  const { client } = useSession()
  const certificate = useCertificate(plate, () => client.soat({ placa: plate, constancia: true }))
  return (
    <>
      <h1>Vehículo</h1>
      <AskForm
        label="Placa"
        name="placa"
        asked={plate}
        problem={problem}
        hint={() => 'Con guion o sin él: ABC-123'}
        ask={(typed) => goTo('/vehiculo', { placa: compactPlate(typed) })}
        repeat={asked.state === 'failed' ? asked.retry : undefined}
      />
      {asked.state !== 'idle' && (
        <div class="vehicle">
          <div class="result-line">
            <ResultHeading of={isSettled ? plate : null}>Placa {plate}</ResultHeading>
            {(asked.state === 'answered' || hasNone) && certificate.button}
          </div>
          {certificate.panel}
          {asked.state === 'asking' && <Asking rows={5} />}
          {asked.state === 'answered' && <Policy answer={asked.answer} />}
          {asked.state === 'failed' && !hasNone && <Failed error={asked.error} retry={asked.retry} />}
          {hasNone && <Message kind="none">La placa {plate} no tiene SOAT registrado.</Message>}
          {asked.state === 'failed' && <p class="source-line">Fuente: {sourceName('insurance-registry')}</p>}
        </div>
      )}
    </>
  )
}
export default Vehiculo

const PLATE_PROBLEM = 'Una placa tiene 6 o 7 letras y números. No se consultó.'

const compactPlate = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

const Policy = ({ answer: { data, meta } }: { answer: SoatRespuesta }) => {
  const { health } = useSession()
  const today = health?.data.hoyFijado ?? formatDate(new Date().toISOString()).split('/').reverse().join('-')
  const { tone, words, note } = policyState(data, today)
  return (
    <>
      <Message kind={tone}>
        <strong class="policy-words">{words}</strong>
        {note && <small>{note}</small>}
      </Message>
      <div class="card">
        <Record
          fields={[
            ['Estado', data.estado],
            ['Aseguradora', data.aseguradora],
            ['Número de póliza', data.numeroPoliza, 'wide'],
            ['Inicio de vigencia', data.inicioVigencia],
            ['Fin de vigencia', data.finVigencia],
            ['Uso', data.tipoUso],
            ['Clase', data.clase],
            ['Certificado', data.tipoCertificado],
          ]}
        />
      </div>
      <SourceLine meta={meta} />
    </>
  )
}
