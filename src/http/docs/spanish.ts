/** The words of Swagger UI, which knows no other language. */
const WORDS: Readonly<Record<string, string>> = {
  Authorize: 'Clave',
  'Available authorizations': 'Clave de acceso',
  Authorized: 'Clave puesta',
  Logout: 'Quitar',
  Close: 'Cerrar',
  'Value:': 'Clave:',
  'Try it out': 'Probar',
  'Try it out ': 'Probar',
  Cancel: 'Cancelar',
  Reset: 'Restaurar',
  Execute: 'Ejecutar',
  Clear: 'Limpiar',
  Parameters: 'Parámetros',
  'No parameters': 'Sin parámetros',
  Name: 'Nombre',
  Description: 'Descripción',
  Responses: 'Respuestas',
  'Server response': 'Respuesta del servidor',
  'Response body': 'Cuerpo de la respuesta',
  'Response headers': 'Cabeceras de la respuesta',
  'Request URL': 'Dirección pedida',
  'Request duration': 'Duración',
  Code: 'Código',
  Details: 'Detalle',
  Links: 'Enlaces',
  'No links': 'Sin enlaces',
  'Media type': 'Tipo de contenido',
  'Controls Accept header.': 'Determina la cabecera Accept.',
  'Controls ': 'Determina la cabecera ',
  ' header.': '.',
  Examples: 'Ejemplos',
  'Example Value': 'Ejemplo',
  'Example Description': 'Qué muestra',
  Schema: 'Esquema',
  Schemas: 'Esquemas',
  Model: 'Modelo',
  Headers: 'Cabeceras',
  'Headers:': 'Cabeceras:',
  Type: 'Tipo',
  Servers: 'Servidor',
  Server: 'Servidor',
  'Computed URL:': 'Dirección:',
  Download: 'Descargar',
  'Copy to clipboard': 'Copiar',
  'Expand all': 'Abrir todo',
  'Collapse all': 'Cerrar todo',
  'Expand operation': 'Abrir operación',
  'Collapse operation': 'Cerrar operación',
  'Send empty value': 'Enviar vacío',
  'Available values': 'Valores posibles',
  'Default value': 'Valor por omisión',
  'Default value :': 'Valor por omisión:',
  Example: 'Ejemplo',
  'Example :': 'Ejemplo:',
  'Loading...': 'Cargando…',
  'Loading…': 'Cargando…',
  'Failed to load API definition.': 'No se pudo cargar la descripción de la API.',
  Errors: 'Errores',
  Hide: 'Ocultar',
  'No operations defined in spec!': 'La descripción no tiene operaciones.',
  Undocumented: 'Sin describir',
  'Error: ': 'Error: ',
  deprecated: 'en desuso',
  License: 'Licencia',
  ' - Website': ': sitio web',
  'Contact ': 'Contacto: ',
}

/** Texts that Swagger UI joins with a value, by how they begin. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  'Available values : ': 'Valores posibles: ',
  'Example : ': 'Ejemplo: ',
  'Default value : ': 'Valor por omisión: ',
}

/** Replaces the words of the page as Swagger UI draws them; texts that come from the document are Spanish already. */
export const SPANISH = `(() => {
  const WORDS = ${JSON.stringify(WORDS)}
  const BEGINNINGS = ${JSON.stringify(BEGINNINGS)}
  const ATTRIBUTES = ['aria-label', 'title', 'placeholder']
  const inSpanish = (text) => {
    const word = WORDS[text] ?? WORDS[text.trim()]
    if (word !== undefined) return word
    const beginning = Object.keys(BEGINNINGS).find((one) => text.startsWith(one))
    return beginning === undefined ? text : BEGINNINGS[beginning] + text.slice(beginning.length)
  }
  const isBody = (node) => node.parentElement?.closest('pre, code, textarea, .markdown, .renderedMarkdown') != null
  const translateText = (node) => {
    if (isBody(node)) return
    const text = inSpanish(node.data)
    if (text !== node.data) node.data = text
  }
  const translateElement = (element) => {
    for (const name of ATTRIBUTES) {
      const text = element.getAttribute(name)
      if (text !== null && inSpanish(text) !== text) element.setAttribute(name, inSpanish(text))
    }
  }
  const translate = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return translateText(node)
    if (node.nodeType !== Node.ELEMENT_NODE) return
    translateElement(node)
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    while (walker.nextNode()) {
      const at = walker.currentNode
      if (at.nodeType === Node.TEXT_NODE) translateText(at)
      else translateElement(at)
    }
  }
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'childList') for (const node of addedNodes) translate(node)
      else translate(target)
    }
  }).observe(document.getElementById('swagger-ui'), {
    subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ATTRIBUTES,
  })
})()
`
