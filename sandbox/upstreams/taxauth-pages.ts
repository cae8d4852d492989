import { escaped } from '../replies.ts'
import { partsOf } from '../world/people.ts'
import { addressLine, type PretendTaxpayer } from '../world/register/index.ts'

const page = (body: string): string => `<!DOCTYPE html>
<html lang="es">
<head><meta charset="utf-8"><title>.:: Consulta RUC ::.</title><script src="sunatrecaptcha3.js"></script></head>
<body><div class="container">
${body}
</div></body>
</html>
`

const row = (label: string, value: string, more = ''): string =>
  `    <div class="list-group-item${more}"><div class="row">
      <div class="col-sm-5"><h4 class="list-group-item-heading">${label}</h4></div>
      <div class="col-sm-7"><p class="list-group-item-text">${value}</p></div></div></div>
`

const IMPORTANT = `    <div class="list-group-item"><div class="row"><div class="col-sm-12">
      <p class="list-group-item-text"><strong>IMPORTANTE:</strong> contribuyente con estado <strong>BAJA DE OFICIO</strong></p></div></div></div>
`
const COMMENTED_OUT = `    <!-- <div class="list-group-item"><div class="row">
      <div class="col-sm-5"><h4 class="list-group-item-heading">Razón Social:</h4></div>
      <div class="col-sm-7"><p class="list-group-item-text">eeee</p></div></div></div> -->
`
const GAP = ' '.repeat(60)

/** The record page, with the optional rows, line breaks and runs of spaces of the real one. */
export const recordPage = (taxpayer: PretendTaxpayer): string => {
  const { ruc, nombre, tipo, estado, condicion, locality, address } = taxpayer
  const ended = estado === 'ACTIVO' ? '' : '\n                 </br> Fecha de Baja:\n                 31/10/2016 '
  const doubtful =
    condicion === 'HABIDO' ? '' : '\n                 </br> Consulte el detalle de esta condici&oacute;n. '
  const colour = estado === 'ACTIVO' ? ' list-group-item-success' : ' list-group-item-danger'
  const department = locality?.departamento === 'CALLAO' ? 'PROV. CONST. DEL CALLAO' : locality?.departamento
  const where = locality ? ` ${department}${GAP}- ${locality.provincia}${GAP}- ${locality.distrito}` : ''
  return page(`<div class="panel panel-primary">
  <div class="panel-heading">Resultado de la Búsqueda</div>
  <div class="list-group">
${estado === 'BAJA DE OFICIO' ? IMPORTANT : ''}    <div class="list-group-item"><div class="row">
      <div class="col-sm-5"><h4 class="list-group-item-heading">N&uacute;mero de RUC:</h4></div>
      <div class="col-sm-7"><h4 class="list-group-item-heading">${ruc} - ${escaped(nombre)}</h4></div></div></div>
${row('Tipo Contribuyente:', tipo)}${documentRow(taxpayer)}${row('Nombre Comercial:', '-\n      ')}${row('Estado del Contribuyente:', estado + ended, colour)}${row('Condici&oacute;n del Contribuyente:', `\n                 ${condicion || '-'}${doubtful}`, colour)}${row('Domicilio Fiscal:', address ? escaped(addressLine(address)) + where : '-')}${row('Sistema Emisión de Comprobante:', 'MANUAL')}${row('Padrones:', 'NINGUNO')}${COMMENTED_OUT}  </div><!-- fin list-group -->
  <div class="panel-footer text-center"><small>Fecha consulta: 05/01/2026 15:14</small></div>
</div>`)
}

/** Natural persons only: the one line that separates surnames from given names. */
const documentRow = ({ ruc, nombre }: PretendTaxpayer): string => {
  if (ruc.startsWith('20')) return ''
  const { apellidoPaterno, apellidoMaterno, nombres } = partsOf(nombre)
  const surnames = [apellidoPaterno, apellidoMaterno].filter(Boolean).join(' ')
  const document = ruc.startsWith('10') ? `DNI  ${ruc.slice(2, 10)}` : `CARNET EXT. ${ruc.slice(2, 10)}`
  return row(
    'Tipo de Documento:',
    `${document}\n\n                 - ${escaped(surnames)}, ${escaped(nombres)}\n      `,
  )
}

/** At most thirty rows; only a sentence after them says that there were more. */
export const listPage = (taxpayers: readonly PretendTaxpayer[], listNumber: string): string => {
  const rows = taxpayers.slice(0, 30).map(
    ({ ruc, nombre, estado, locality }) => `  <a href="#" class="list-group-item clearfix aRucs" data-ruc="${ruc}">
    <h4 class="list-group-item-heading">RUC: ${ruc}</h4>
    <h4 class="list-group-item-heading">${escaped(nombre)}</h4>
${locality ? `    <p class="list-group-item-text">Ubicaci&oacute;n: ${locality.departamento}</p>\n` : ''}    <p class="list-group-item-text">Estado: <strong><span class="text-${estado === 'ACTIVO' ? 'success' : 'danger'}">${estado}</span></strong></p>
  </a>
`,
  )
  const more = taxpayers.length > 30 ? '  Se encontraron más de 30 registros, refine la búsqueda.\n' : ''
  return page(`<div class="panel panel-primary"><div class="panel-heading">Relación de contribuyentes</div>
<div class="list-group">
${rows.join('')}${more}</div></div>
<form method="post" action="jcrS00Alias" name="selecXNroRuc"><input type="hidden" name="numRnd" value="${listNumber}"></form>`)
}

const sentence = (text: string): string =>
  page(
    `<div class="panel panel-primary"><div class="panel-heading">Resultado de la Búsqueda</div><strong>${text}</strong></div>`,
  )

export const noRucOfDni = (dni: string): string =>
  sentence(`El Sistema RUC NO REGISTRA un n&uacute;mero de RUC para el DNI n&uacute;mero ${dni} consultado.`)

export const noSuchRuc = (ruc: string): string =>
  sentence(
    `El n&uacute;mero de RUC ${ruc} consultado no es v&aacute;lido. Debe verificar el n&uacute;mero y volver a ingresar.`,
  )
