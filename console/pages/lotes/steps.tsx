const STEPS = ['Subir', 'Columnas', 'Costo', 'Progreso', 'Resultados'] as const
export type Step = (typeof STEPS)[number]

/** Where a batch is on its way. */
export const Steps = ({ at }: { at: Step }) => {
  const now = STEPS.indexOf(at)
  return (
    <ol class="steps no-print" aria-label="Pasos del lote">
      {STEPS.map((name, i) => (
        <li key={name} class={i < now ? 'step-done' : undefined} aria-current={i === now ? 'step' : undefined}>
          <span class="step-number">{i + 1}</span> {name}
          {i < now && <span class="unseen"> (hecho)</span>}
        </li>
      ))}
    </ol>
  )
}
