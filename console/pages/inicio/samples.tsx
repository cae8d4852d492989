import { useEffect, useState } from 'preact/hooks'
import { BASE, type Question } from '../../navigation.ts'
import { Link } from '../../parts/link.tsx'
import { ROUTES } from '../../routes.ts'

interface Sample {
  texto: string
  nota: string
  pregunta: Question
}

/** What to click in a sandbox, as its server tells; nothing elsewhere. */
export const Samples = () => {
  const [samples, setSamples] = useState<Record<string, Sample[]>>({})
  useEffect(() => {
    fetch(`${BASE}muestras.json`)
      .then((reply) => (reply.ok ? reply.json() : {}))
      .then(setSamples, () => {})
  }, [])
  const pages = ROUTES.filter(({ path }) => samples[path])
  return (
    <section class="samples" aria-labelledby="muestras">
      <h2 id="muestras">Para probar</h2>
      <p class="quiet-text">Este servicio es un ensayo: todas las personas y empresas son inventadas.</p>
      <div class="sample-pages">
        {pages.map(({ path, title }) => (
          <div key={path}>
            <h3>{title}</h3>
            <ul>
              {samples[path]?.map(({ texto, nota, pregunta }) => (
                <li key={texto}>
                  <Link to={path} question={pregunta}>
                    {texto}
                  </Link>{' '}
                  <span class="quiet-text">{nota}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
