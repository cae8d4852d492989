const list = (text: string): string[] => text.trim().split(/\s+/)

const SURNAMES = list(`
  QUISPE FLORES SANCHEZ GARCIA RODRIGUEZ ROJAS HUAMAN MAMANI RAMOS DIAZ PEREZ LOPEZ GONZALES TORRES MENDOZA CHAVEZ
  VASQUEZ RAMIREZ CASTILLO ESPINOZA FERNANDEZ CONDORI GUTIERREZ CRUZ VARGAS CASTRO HUAMANI MARTINEZ RUIZ ALVARADO
  CHOQUE APAZA MUÑOZ NUÑEZ PEÑA ORDOÑEZ SALAZAR VEGA SILVA CCORI ÑAHUI AGUILAR CASTAÑEDA ZEGARRA PAREDES PALOMINO
  VELASQUEZ REYES MORALES CARDENAS ROMERO ALVAREZ CORDOVA SOTO MEDINA LEON VILLANUEVA GUEVARA CABRERA BAUTISTA`)
const GIVEN = list(`
  MARIA JUAN JOSE LUIS CARLOS ROSA ANA JORGE CESAR VICTOR JULIO MIGUEL PEDRO MANUEL CARMEN LUZ JESUS ELIZABETH
  ANGEL FERNANDO DAVID DANIEL JUANA WALTER MARCO JULIA MARGARITA SANTOS PATRICIA ALEJANDRO EDWIN SANDRA RICARDO
  YOLANDA GLORIA ROCIO MILAGROS WILMER JHON KEVIN LIZBETH DIEGO ALEXANDER VANESSA NELLY FELIX TEODORA SEGUNDO`)
const TRADE = list(`
  INVERSIONES SERVICIOS GENERALES CORPORACION GRUPO COMERCIAL CONSTRUCTORA CONSULTORES EMPRESA TRANSPORTES NEGOCIOS
  PERU INGENIEROS DISTRIBUIDORA INGENIERIA IMPORTACIONES ASOCIACION REPRESENTACIONES CONTRATISTAS INDUSTRIAS SOLUCIONES
  MULTISERVICIOS TECNOLOGIA AGRO EXPORTACIONES MINERA LOGISTICA CONSORCIO INMOBILIARIA TEXTIL TURISMO FARMACIA SALUD
  COMERCIALIZADORA IMPORT EXPORT SEGURIDAD EDUCATIVA GLOBAL ANDINA PACIFICO NORTE SUR ORIENTE CUSCO AREQUIPA TRUJILLO
  MADERERA PESQUERA GANADERA ALIMENTOS RESTAURANT HOTEL ESTUDIO ARQUITECTOS CLINICA BOTICA LIBRERIA FERRETERIA GRIFO`)
const SYLLABLES = list(`
  BA BE CA CO CHI CHU DA DI FA GO GUA HUA HUI JA LA LE LI LLA LLO MA MI MO NA NI ÑA PA PE PU QUI QUE RA RI RO SA SE SI
  TA TI TO TU VA VE VI YA YO ZA ZE NAN RIN SON MAR TEL VAL CAN BER COR DEL FIN GAL LON MEN NES PAR RES SAN TOR VER`)

/** Made-up words after the known ones: mostly rare, all pronounceable. */
const invented = (count: number, seed: number): string[] => {
  const words = new Set<string>()
  for (let n = seed; words.size < count; n += 11) {
    let word = ''
    for (let rest = n; rest > 0 || word.length < 4; rest = Math.floor(rest / SYLLABLES.length))
      word += SYLLABLES[rest % SYLLABLES.length]
    words.add(word)
  }
  return [...words]
}

export const surnames = [...SURNAMES, ...invented(60_000, 6_007)]
export const givenNames = [...GIVEN, ...invented(25_000, 7_001)]
export const tradeWords = [...TRADE, ...invented(400_000, 380_003)]

/** Draws from a list whose n-th word has a share of about (n + shift) ^ -1.15. */
export const zipfPicker = (words: readonly string[], shift: number, random: () => number): (() => string) => {
  const steps = 1 << 16
  const weights = words.map((_, rank) => (rank + shift) ** -1.15)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const table = new Uint32Array(steps)
  let rank = 0
  let reached = (weights[0] as number) / sum
  for (let step = 0; step < steps; step++) {
    while (reached < (step + 0.5) / steps && rank < words.length - 1) reached += (weights[++rank] as number) / sum
    table[step] = rank
  }
  const tailFrom = table[steps - 1] as number
  return () => {
    const step = Math.floor(random() * steps)
    const at = table[step] as number
    // The table's last steps each stand for many rare words.
    const next = step + 1 < steps ? (table[step + 1] as number) : Math.max(tailFrom, words.length)
    return words[at + Math.floor(random() * Math.max(1, next - at))] as string
  }
}
