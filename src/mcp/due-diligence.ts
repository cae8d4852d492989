import type { GetPromptResult } from '@modelcontextprotocol/server'

export const DUE_DILIGENCE = {
  name: 'debida_diligencia_proveedor',
  title: 'Debida diligencia de un proveedor',
  description:
    'Revisa a un proveedor por su RUC: registro, inhabilitaciones y listas de sanciones, y redacta lo hallado.',
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

1. Registro. Llame a ruc con numero ${ruc}. Anote razón social, estado, condición del domicilio, dirección y tipo. Si el estado no es ACTIVO o la condición no es HABIDO, dígalo al comienzo del informe. Si no se encuentra, deténgase: sin razón social no hay qué revisar; explique que el RUC no figura.
2. Inhabilitaciones. Llame a sanciones con ruc ${ruc}. Si hay alguna vigente, cite tipo, resolución, desde y hasta.
3. Listas internacionales, el proveedor. Llame a aml con nombre igual a la razón social del paso 1, documento ${ruc}, tipo "empresa" (o "persona" si el RUC empieza en 10, 15 o 17) y detalle true.
4. Listas internacionales, representantes legales. Estas herramientas no dicen quiénes son. Si se los han dado, o constan en los documentos que le mostraron, llame a aml por cada uno con tipo "persona" y los datos que conozca (documento, nacimiento, pais). No los invente ni los deduzca. Si no se conocen, escriba que no se revisaron.
5. Ediciones. Llame a estado (no cuesta nada) o lea chasqui://ediciones, y anote la edición y la fecha de carga de cada lista usada.

Cómo concluir:
- Por cada paso: qué se preguntó, qué respondió, con qué fuente y edición.
- Una revisión sin hallazgos se escribe así: "Sin inhabilitaciones vigentes en la edición del …" y "Sin coincidencias en las listas OFAC (edición …) y ONU (edición …)". No escriba "limpio", "aprobado", "apto" ni "sin riesgo": estas listas no lo dicen.
- Si aml trae aviso, cópielo junto al resultado: dice que la consulta no descarta a nadie, o qué coincidencias quitaron los datos. Con aviso no escriba "Sin coincidencias".
- Una coincidencia de aml no identifica a nadie. Muestre lista, programa, nombre en la lista, coincidencia y motivos, a favor y en contra, y escriba que debe decidirla una persona responsable de cumplimiento.
- Un paso que terminó en error no se hizo: escriba "No se pudo revisar" con su motivo y cuándo reintentar. No significa que no haya hallazgos, y el informe queda incompleto.
- No repita datos personales que no sostengan una conclusión.`
