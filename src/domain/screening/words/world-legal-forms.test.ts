import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screeningWords } from './fold.ts'
import { rolesOf, withoutLegalForms } from './roles.ts'
import { WORLD_LEGAL_FORMS } from './tables/legal-forms.ts'
import { legalFormLength, startsLegalForm } from './world-legal-forms.ts'

test('a company is the same with and without its legal form, wherever it comes from', () => {
  const FORMS = [
    ...[
      'S.A.C.',
      'E.I.R.L.',
      'S.M.R.L.',
      'C.A.',
      'S.L.U.',
      'LTDA',
      'S. DE R.L. DE C.V.',
      'OOO',
      'ПАО',
      'T.O.V.',
      'ТОВ',
    ],
    ...['Sp. z o.o.', 's.r.o.', 'd.o.o.', 'UAB', 'OÜ', 'ApS', 'Oyj', 'B.V.', 'GmbH & Co. KG', 'S.p.A.', 'SARL', 'Lda.'],
    ...[
      'Co., Ltd.',
      'K.K.',
      'Kabushiki Kaisha',
      'Sdn. Bhd.',
      'Tbk',
      'Pvt. Ltd.',
      'PCL',
      'TNHH',
      'Pte Ltd',
      'Pty Ltd',
      'Inc.',
    ],
    ...[
      'FZE',
      'FZCO',
      'DMCC',
      'W.L.L.',
      'K.S.C.C.',
      'S.A.O.G.',
      'A.Ş.',
      'San. ve Tic. Ltd. Şti.',
      'Anonim Şirketi',
      'P.J.S.C.',
    ],
    'Общество с ограниченной ответственностью',
    'Публичное акционерное общество',
    'Limited Liability Company',
    'Private Joint Stock Company',
  ]
  for (const form of FORMS) {
    const words = screeningWords(`Zubarra Quell ${form}`)
    assert.deepEqual(withoutLegalForms(words, rolesOf(words, true)), ['ZUBARRA', 'QUELL'], form)
  }
})

test('every form of the table is folded, starts a form and is read whole', () => {
  for (const form of WORLD_LEGAL_FORMS.trim().split(/[|\n]/)) {
    assert.match(form, /^[A-Z]+(?:[ /][A-Z]+)*$/)
    const words = form.split(' ').map((word) => word.split('/').at(-1) as string)
    assert.ok(startsLegalForm(words[0] as string), form)
    assert.equal(legalFormLength(words, 0), words.length, form)
  }
})

test('words that only begin like a form are no form', () => {
  for (const name of ['SOCIEDAD AGRICOLA', 'PUBLIC LIBRARY', 'OBSHCHESTVO DRUZEY', 'DELTA STAR'])
    assert.equal(legalFormLength(name.split(' '), 0), 0, name)
})
