import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentence } from './sentence.ts'

test('what the service says of a parameter is told with the words of the form', () => {
  for (const [said, told] of [
    ['El parámetro nombre supera los 200 caracteres', 'Nombre supera los 200 caracteres.'],
    [
      'nacimiento debe ser una fecha real (AAAA, AAAA-MM o AAAA-MM-DD)',
      'Fecha de nacimiento debe ser una fecha real (aaaa, mm/aaaa o dd/mm/aaaa).',
    ],
    ['La fecha más antigua es 2026-02-01', 'La fecha más antigua es 01/02/2026.'],
    ['pais no es un país conocido', 'País no es un país conocido.'],
    ['El parámetro ruc contiene caracteres de control', 'RUC contiene caracteres de control.'],
    ['Falta el parámetro ruc o nombre', 'Falta RUC o nombre.'],
    ['SOAT no disponible', 'SOAT no disponible.'],
    ['El proveedor no está configurado', 'El proveedor no está configurado.'],
    ['la lista está vacía.', 'La lista está vacía.'],
  ] as const)
    assert.equal(sentence(said), told)
})
