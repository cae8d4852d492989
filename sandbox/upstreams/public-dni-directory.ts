import { randomUUID } from 'node:crypto'
import { html } from '../replies.ts'
import type { PretendReply, PretendRequest, PretendUpstream } from '../upstream.ts'
import { otherDni, type PretendPerson, personOfDni } from '../world/people.ts'

const PAGE = '/pe/buscar-datos-por-dni'
const MAX_VISITS = 1_000

/** A public directory of names by DNI: a form whose token is valid once, and only for the session that received it. */
export const publicDniDirectory = (): PretendUpstream => {
  /** Tokens by session cookie. */
  const visits = new Map<string, string>()

  const openForm = (): PretendReply => {
    const session = randomUUID()
    const token = randomUUID().replaceAll('-', '')
    visits.set(session, token)
    if (visits.size > MAX_VISITS) visits.delete(visits.keys().next().value as string)
    return html(page(token, ''), {
      charset: CHARSET,
      headers: { 'set-cookie': `directory_session=${session}; Path=/; HttpOnly` },
    })
  }

  const submitForm = (request: PretendRequest, swap: (dni: string) => string): PretendReply => {
    const session = /directory_session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const token = visits.get(session)
    visits.delete(session)
    if (!token || request.form.get('_token') !== token)
      return html('<title>Page Expired</title>', { status: 419, charset: CHARSET })
    const dni = swap(request.form.get('dni') ?? '')
    const person = personOfDni(dni, 'directory')
    return html(page(token, person ? result(person) : NONE), { charset: CHARSET })
  }

  const answer = (request: PretendRequest, swap: (dni: string) => string = (dni) => dni): PretendReply => {
    if (request.path !== PAGE) return html('<h1>404</h1>', { status: 404, charset: CHARSET })
    return request.method === 'POST' ? submitForm(request, swap) : openForm()
  }

  return {
    id: 'public-dni-directory',
    settings: (address) => ({ CHASQUI_DNI_DIRECTORY_URL: address }),
    handle: (request) => answer(request),
    faults: {
      redesigned: () =>
        html(page('', '<section id="buscador"><button>Buscar con tu cuenta</button></section>'), { charset: CHARSET }),
      'other-record': (request) => answer(request, otherDni),
    },
  }
}

const page = (token: string, result: string): string => `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><title>Buscar datos por DNI</title></head><body>
<h1>Buscar datos por DNI</h1>
${
  token &&
  `<form id="buscar-datos-por-dni" method="POST" enctype="multipart/form-data">
<input type="hidden" name="_token" value="${token}"><input id="dni" name="dni" maxlength="8"></form>`
}
${result}
<footer>Los datos provienen de fuentes públicas y pueden contener errores.</footer></body></html>
`

// The site writes it in capitals.
const CHARSET = 'UTF-8'
const NONE = '<h3 class="text-error">❌ No se encontraron datos</h3>'

/** The number's cell is a heading on some pages and an ordinary one on others. */
const result = ({ dni, nombres, apellidoPaterno, apellidoMaterno }: PretendPerson): string => {
  const cell = Number(dni) % 2 ? 'th' : 'td'
  return `<h2>Resultados</h2>
<table class="table table-striped table-scroll">
  <thead><tr><th>DNI</th><th>Nombres</th><th>Apellido Paterno</th><th>Apellido Materno</th></tr></thead>
  <tbody><tr><${cell}>${dni}</${cell}><td>${nombres}</td><td>${apellidoPaterno}</td><td>${apellidoMaterno}</td></tr></tbody>
</table>
<input class="form-input" id="completos" value="${nombres} ${apellidoPaterno} ${apellidoMaterno}" readonly>
<input id="nombres" value="${nombres}"><input value="${apellidoPaterno}" id="apellidop"><input id="apellidom" value="${apellidoMaterno}">`
}
