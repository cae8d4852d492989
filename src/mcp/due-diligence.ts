import type { GetPromptResult } from '@modelcontextprotocol/server'

export const DUE_DILIGENCE = {
  name: 'debida_diligencia_proveedor',
  title: 'Debida diligencia de un proveedor',
  description:
    'Revisa a un proveedor por su RUC: registro, padrones tributarios, inhabilitaciones, listas de sanciones y las personas vinculadas, y redacta lo hallado.',
  ruc: 'RUC del proveedor, 11 dígitos',
} as const

/** The steps of a supplier's review, and how to word what was found. */
export const dueDiligence = (ruc: string): GetPromptResult => ({
  description: DUE_DILIGENCE.description,
  messages: [{ role: 'user', content: { type: 'text', text: stepsFor(ruc) } }],
})

const stepsFor = (
  ruc: string,
): string => `Revise al proveedor con RUC ${ruc} y redacte un informe breve. Pasos, en este orden:

1. Todo en una llamada. Llame a proveedor con ruc ${ruc} y detalle true. Si no se encuentra, deténgase: el RUC no existe; explíquelo.
2. Registro. Si la parte registro es hallazgo (el estado no es ACTIVO o la condición es NO HABIDO o NO HALLADO), dígalo al comienzo del informe. Anote razón social, estado, condición y dirección de la ficha. Si la parte padrones es hallazgo, el proveedor figura como sujeto sin capacidad operativa (SSCO): cite la resolución y desde cuándo, y lo que diga motivo.
3. Inhabilitaciones. De las partes sanciones y judicial cite cada hallazgo: tipo u órgano, resolución, desde y hasta. Con fechasContradictorias escriba que las fechas se contradicen y que debe mirarlo una persona.
4. Listas internacionales. De la parte listas, el proveedor; de la parte vinculados, socios, representantes y órganos que declaró. Otras personas que le hayan dado se revisan con aml, tipo "persona". No las invente ni las deduzca. Si vinculados quedó sin_revisar, escriba que no se revisaron.
5. Ediciones. Llame a estado (no cuesta nada) o lea chasqui://ediciones, y anote la edición y la fecha de carga de cada lista usada.

Cómo concluir:
- Por cada parte: qué respondió, con qué edición. Lo que está en resumen.sinRevisar se escribe "No se pudo revisar" con su motivo: no significa que no haya hallazgos, y el informe queda incompleto.
- Una revisión sin hallazgos se escribe así: "Sin inhabilitaciones vigentes en la edición del …" y "Sin coincidencias en las listas OFAC (edición …) y ONU (edición …)". No escriba "limpio", "aprobado", "apto" ni "sin riesgo": estas listas no lo dicen.
- Si una parte trae motivo o aml trae aviso, cópielo junto al resultado: dice que la consulta no descarta a nadie, o qué coincidencias quitaron los datos. Con aviso no escriba "Sin coincidencias".
- Una coincidencia de aml no identifica a nadie. Muestre lista, programa, nombre en la lista, coincidencia y motivos, a favor y en contra, y escriba que debe decidirla una persona responsable de cumplimiento.
- Si la llamada terminó en error no se revisó nada: escríbalo con su motivo y cuándo reintentar.
- No repita datos personales que no sostengan una conclusión.`
