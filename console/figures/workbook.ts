// What the console shares with the service beside its client: workbooks, and the names of files.
export { cellXml, columnLetters, dateSerial } from '../../src/kernel/workbook/cells.ts'
export { reviewedName } from '../../src/kernel/workbook/file-name.ts'
export { fixedParts, sheetEnd, sheetPart, sheetStart, workbookXml, XML_HEAD } from '../../src/kernel/workbook/parts.ts'
export { styleIds, stylesXml } from '../../src/kernel/workbook/styles.ts'
