import { onFirstUse } from '../tables/on-first-use.ts'
import { readWordTable } from './word-table.ts'

/**
 * Whole words of writings without vowels, in the Latin spelling that the tables of spellings know: common Arabic and Persian
 * names, words of companies, Hebrew names. Alef, ya and kaf are written as `foldArabic` leaves them.
 */
const WORDS = `
محمد MOHAMMED|احمد AHMAD|محمود MAHMOUD|علي ALI|حسن HASSAN|حسين HUSSEIN|عمر OMAR|عثمان UTHMAN|ابراهيم IBRAHIM|اسماعيل ISMAIL|يوسف YUSUF|موسي MUSA|عيسي ISA|داود DAUD|سليمان SULEIMAN|يحيي YAHYA|ادريس IDRIS|اسحاق ISHAQ|يعقوب YAQUB|نوح NUH
عبد ABDUL|عبدالله ABDULLAH|عبدالرحمن ABDULRAHMAN|عبدالعزيز ABDULAZIZ|عبدالكريم ABDULKARIM|عبدالقادر ABDULQADIR|الله ALLAH|رحمن RAHMAN|عزيز AZIZ|كريم KARIM|رحيم RAHIM|قادر QADIR|مالك MALIK|حكيم HAKIM|حليم HALIM|لطيف LATIF|مجيد MAJID|حميد HAMID|رشيد RASHID
خالد KHALED|وليد WALID|طارق TARIQ|سعيد SAID|سعد SAAD|سعود SAUD|سالم SALEM|سليم SALIM|سلمان SALMAN|صالح SALIH|صلاح SALAH|ناصر NASSER|نصر NASR|منصور MANSUR|فيصل FAISAL|فهد FAHD|ماجد MAJED|جمال JAMAL|كمال KAMAL|جلال JALAL|بلال BILAL|هلال HILAL
طاهر TAHIR|ظاهر ZAHIR|قاسم QASIM|هاشم HASHIM|هشام HISHAM|عماد IMAD|فؤاد FUAD|مراد MURAD|زياد ZIAD|رياض RIYAD|اياد IYAD|جهاد JIHAD|عادل ADEL|عامر AMER|امير AMIR|انور ANWAR|اكرم AKRAM|اسعد ASAD|ايمن AYMAN|اسامه OSAMA|اسامة OSAMA|حمزة HAMZA|طلحة TALHA|معاذ MUADH
مصطفي MUSTAFA|مرتضي MORTAZA|رضا REZA|مهدي MAHDI|هادي HADI|باقر BAQER|صادق SADIQ|جعفر JAAFAR|كاظم KAZEM|عباس ABBAS|حيدر HAIDAR|اكبر AKBAR|اصغر ASGHAR|نادر NADER|بهرام BAHRAM|فرهاد FARHAD|بشار BASHAR|حافظ HAFIZ|ماهر MAHER|رامي RAMI|سامي SAMI|زيد ZAYD|بكر BAKR|بشير BASHIR|حبيب HABIB
ابو ABU|ابن IBN|بن BIN|بنت BINT|ام UMM|ال AL|شيخ SHEIKH|حاج HAJI|ملا MULLAH|سيد SAYED|نور NUR|الدين ALDIN|دين DIN|حق HAQ|اسلام ISLAM|فاطمة FATIMA|فاطمه FATIMA|عائشة AISHA|مريم MARYAM|زينب ZAINAB|خديجة KHADIJA|سارة SARA|ليلي LAILA|نادية NADIA|امينة AMINA
شركة COMPANY|شركه COMPANY|شرکت COMPANY|مؤسسة FOUNDATION|مؤسسه INSTITUTE|مجموعة GROUP|بنك BANK|مصرف BANK|بانك BANK|تجارة TRADING|تجاري TRADING|بازرگاني TRADING|صناعة INDUSTRY|صنايع INDUSTRIES|نفط OIL|نفت OIL|غاز GAS|طاقة ENERGY|نقل TRANSPORT|شحن SHIPPING|كشتيراني SHIPPING
طيران AVIATION|هوايي AIR|بناء CONSTRUCTION|مقاولات CONTRACTING|استثمار INVESTMENT|تامين INSURANCE|بيمه INSURANCE|صرافي EXCHANGE|صرافة EXCHANGE|حوالة HAWALA|دولية INTERNATIONAL|وطنية NATIONAL|وطني NATIONAL|ملي NATIONAL|عام GENERAL|جامعة UNIVERSITY|دانشگاه UNIVERSITY|وزارة MINISTRY|وزارت MINISTRY
منظمة ORGANIZATION|سازمان ORGANIZATION|جمعية ASSOCIATION|حزب PARTY|حركة MOVEMENT|جبهة FRONT|جيش ARMY|كتائب BRIGADES|لجنة COMMITTEE|مركز CENTER|اسلامي ISLAMIC|اسلامية ISLAMIC|عربي ARAB|عربية ARAB|سوريا SYRIA|سورية SYRIA|لبنان LEBANON|عراق IRAQ|ايران IRAN|يمن YEMEN|ليبيا LIBYA|سودان SUDAN|مصر EGYPT
דוד DAVID|משה MOSHE|יוסף YOSEF|אברהם AVRAHAM|יעקב YAAKOV|יצחק YITZHAK|שלמה SHLOMO|אליהו ELIYAHU|דניאל DANIEL|מיכאל MICHAEL|שמעון SHIMON|שמואל SHMUEL|אהרן AHARON|אהרון AHARON|חיים HAIM|מאיר MEIR|בנימין BENJAMIN|עמיר AMIR|אורי URI|יהודה YEHUDA|רחל RACHEL|שרה SARA|מרים MIRIAM|רות RUTH
כהן COHEN|לוי LEVI|מזרחי MIZRAHI|פרץ PERETZ|ביטון BITON|דהן DAHAN|אברהמי AVRAHAMI|פרידמן FRIEDMAN|שפירא SHAPIRA|גולדברג GOLDBERG|רוזנברג ROSENBERG|בן BEN|בר BAR|בנק BANK|חברה COMPANY|בעמ LTD|ישראל ISRAEL|קבוצת GROUP
은행 BANK|무역 TRADING|회사 COMPANY|주식회사 CO LTD|총회사 GENERAL CORPORATION|상사 TRADING|조선 KOREA|한국 KOREA|평양 PYONGYANG|해운 SHIPPING|건설 CONSTRUCTION|전자 ELECTRONICS|산업 INDUSTRY|그룹 GROUP|국제 INTERNATIONAL|기계 MACHINERY|중앙 CENTRAL|대학교 UNIVERSITY|석유 PETROLEUM|보험 INSURANCE|투자 INVESTMENT
`

const latinWords = onFirstUse(() => readWordTable(WORDS))

/** The usual Latin spelling of a whole word in another writing, or undefined. */
export const latinWordOf = (word: string): string | undefined => latinWords().get(word)
