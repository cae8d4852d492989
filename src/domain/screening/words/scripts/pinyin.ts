import { onFirstUse } from '../tables/on-first-use.ts'
import { readWordTable } from './word-table.ts'

/** Characters of Chinese names, simplified and traditional, by their reading: surnames, given names, places, companies. */
const READINGS = `
A阿 AI艾爱愛 AN安 AO敖傲澳奥奧 BA巴八霸 BAI白百柏 BAN班板 BANG邦 BAO包宝寶保鲍鮑豹 BEI贝貝北倍蓓 BEN本 BI毕畢碧必比 BIAN卞边邊 BIAO彪标標 BIN斌彬宾賓滨濱 BING兵冰炳丙秉 BO波博伯勃柏泊 BU卜步布
CAI蔡才彩财財采 CAN灿燦 CANG沧滄苍 CAO曹草 CEN岑 CHAI柴 CHAN产產 CHANG常昌长長畅暢厂廠 CHAO超朝潮 CHE车車 CHEN陈陳晨辰臣沉 CHENG程成城诚誠承乘澄 CHI池迟遲驰馳赤 CHONG崇充冲重 CHOU仇 CHU储儲楚褚初处出 CHUAN传傳川船 CHUANG创創
CHUN春纯純淳 CONG丛叢聪聰从 CUI崔翠 CUN村 DA达達大 DAI戴代带岱 DAN丹单旦 DANG党黨 DAO道刀岛島 DE德得 DENG邓鄧登灯 DI狄迪地帝弟第 DIAN典电電店殿 DIAO刁 DIE蝶 DING丁定鼎 DONG董东東冬栋棟洞 DOU窦竇 DU杜都独度 DUAN段端 DUO多朵
E娥俄鄂 EN恩 ER尔爾二儿兒 FA发發法 FAN范樊凡繁帆番 FANG方房芳防放 FEI费費飞飛非菲斐 FEN芬奋 FENG冯馮封丰豐峰锋鋒风風凤鳳枫 FO佛 FU傅付富福符伏扶甫夫府复復
GAI盖蓋 GAN甘干淦赣 GANG刚剛钢鋼港岗 GAO高 GE葛戈格歌革 GEN根 GENG耿庚 GONG龚龔宫公工功恭巩共贡 GOU苟勾 GU顾顧古谷固 GUAN关關管官冠观 GUANG光广廣 GUI桂贵貴归 GUO郭国國果过 HA哈 HAI海 HAN韩韓汉漢翰涵寒 HANG杭航 HAO郝浩好豪昊皓号
HE何贺賀和赫合河荷鹤 HEI黑 HENG恒衡亨横 HONG洪红紅宏虹鸿鴻弘泓 HOU侯后厚候 HU胡户扈湖虎沪互 HUA华華花化画 HUAI怀懷淮 HUAN欢歡桓环環焕 HUANG黄黃皇煌 HUI惠慧辉輝会會汇匯徽回晖卉 HUN浑 HUO霍火货貨 JI吉纪紀季姬冀机機基集际際济濟计技吉继積积 JIA贾賈家佳嘉甲加
JIAN简簡建健剑劍坚堅检见 JIANG江姜蒋蔣将疆 JIAO焦娇交教 JIE杰傑洁潔捷解界结 JIN金靳晋晉进進锦錦津近瑾今 JING景静靜京敬晶经經荆井精竞 JIONG炯 JIU九久旧 JU居菊巨聚局举 JUAN娟 JUE觉 JUN军軍俊君钧鈞均峻骏
KAI凯凱开開楷 KAN阚阚 KANG康亢抗 KE柯克科可客 KONG孔空控 KOU寇口 KU库庫 KUANG邝鄺矿礦匡 KUI奎魁 KUN坤昆琨 LAI赖賴来來莱 LAN兰蘭蓝藍岚 LANG郎朗浪 LAO劳勞老 LE乐樂 LEI雷蕾磊 LENG冷 LI李黎厉厲利力立丽麗理莉里礼禮励黎离
LIAN连連廉莲蓮联聯练 LIANG梁良亮量粮 LIAO廖辽遼 LIE列烈 LIN林琳霖临臨麟 LING凌玲灵靈岭令龄羚 LIU刘劉柳六流 LONG龙龍隆 LOU楼樓娄 LU卢盧陆陸鲁魯路吕逯禄露璐 LUAN栾 LUN伦倫轮輪 LUO罗羅骆駱洛络 LV吕呂律绿旅铝 MA马馬 MAI麦麥买卖 MAN满滿曼
MAO毛茅茂贸貿 MEI梅美媒 MEN门門 MENG孟蒙梦夢 MI米宓密 MIAO苗妙缪 MIN闵閔民敏闽 MING明鸣鳴名铭銘 MO莫墨默 MOU牟 MU穆木慕牧目 NA那娜纳 NAN南男 NI倪尼妮 NIAN年念 NIE聂聶 NING宁寧凝 NIU牛钮 NONG农農 NUAN暖 OU欧歐区
PAN潘盘 PANG庞龐逄 PEI裴培佩沛 PENG彭鹏鵬朋蓬 PENG PI皮 PIAN片 PIN品 PING平萍屏评 PU蒲朴浦普 QI齐齊祁戚琪奇启啟其气氣琦企祺七旗 QIAN钱錢千谦前乾倩 QIANG强強蔷 QIAO乔喬桥橋巧 QIN秦琴勤钦覃 QING青清庆慶晴卿情 QIU邱丘秋裘求球 QU曲屈瞿渠区 QUAN全权權泉
RAN冉然 RAO饶饒 REN任仁人 RONG荣榮容蓉融戎 RU汝茹儒如 RUAN阮软 RUI瑞锐銳睿芮蕊 RUN润潤 RUO若 SA萨 SAI赛 SAN三 SANG桑 SEN森 SHA沙莎 SHAN单山珊善陕杉 SHANG尚商上 SHAO邵少绍紹韶 SHE佘社设 SHEN沈申深慎神 SHENG盛胜勝生升圣聖声 SHI石史施时時世诗实實士市师師食始仕事
SHOU寿壽首守 SHU舒书書树樹淑术数蜀 SHUAI帅 SHUANG双雙爽 SHUI水税 SHUN顺順舜 SI司思四斯丝 SONG宋松颂 SU苏蘇素粟肃 SUI隋随 SUN孙孫 SUO索 TAI台太泰臺 TAN谭譚谈檀坦 TANG唐汤湯堂棠 TAO陶涛濤桃 TENG滕腾騰 TI体 TIAN田天添 TIE铁鐵 TING婷廷亭庭 TONG童佟同通彤桐铜
TU涂屠图途土 TUO拓 WAN万萬婉湾灣 WANG王汪旺望网 WEI魏韦韋卫衛伟偉威维維为薇巍微玮蔚未 WEN温溫文闻聞稳雯 WENG翁 WO沃 WU吴吳武伍邬乌巫五务物吾 XI席奚习習西希喜熙锡夕系 XIA夏霞下侠 XIAN冼先贤賢县仙咸 XIANG向项項相祥香湘翔象 XIAO肖萧蕭小晓曉笑孝 XIE谢謝解协
XIN辛新信欣心鑫馨 XING邢星兴興行幸杏 XIONG熊雄兄 XIU修秀 XU徐许許胥旭须序 XUAN宣玄轩軒萱选 XUE薛学學雪 XUN荀寻勋勛迅讯 YA亚亞雅牙 YAN严嚴颜顏闫阎閻燕晏言延岩艳艷焱研炎盐 YANG杨楊阳陽羊洋扬央 YAO姚药藥耀瑶 YE叶葉业業野 YI易伊义義艺藝益一亿億毅怡意依以医奕宜仪
YIN尹殷银銀印音因 YING应應英颖穎影莹营迎鹰樱 YONG雍永勇用咏 YOU尤游友有优优由油 YU于余虞俞喻禹玉宇雨育裕语鱼渔豫瑜煜钰昱 YUAN袁元苑原远遠园源媛院圆 YUE岳月越悦跃粤 YUN云雲运運允韵 ZAI在 ZAN昝 ZANG臧藏 ZE泽澤则 ZENG曾增 ZHA查 ZHAI翟 ZHAN詹展战湛占站 ZHANG张張章彰掌
ZHAO赵趙兆昭照招 ZHE哲浙 ZHEN甄真珍振镇震贞 ZHENG郑鄭正政征 ZHI志智之芝支治制质植知直 ZHONG钟鍾仲中忠众重终 ZHOU周州洲舟 ZHU朱祝诸竹主珠柱铸助 ZHUANG庄莊装 ZHUO卓 ZI子紫自资梓 ZONG宗总總综 ZOU邹鄒 ZU祖组 ZUO左作
`

/** Words of company names that are translated, not spelled, in Latin letters; longest first wins. */
const WORDS = `
有限责任公司 CO LTD|股份有限公司 CO LTD|有限公司 CO LTD|股份公司 CO LTD|責任有限公司 CO LTD|公司 COMPANY|集团 GROUP|集團 GROUP|控股 HOLDINGS|总公司 CORPORATION|總公司 CORPORATION|分公司 BRANCH|企业 ENTERPRISE|企業 ENTERPRISE
中国 CHINA|中國 CHINA|中华 CHINA|北京 BEIJING|上海 SHANGHAI|天津 TIANJIN|重庆 CHONGQING|广州 GUANGZHOU|深圳 SHENZHEN|香港 HONG KONG|澳门 MACAU|台湾 TAIWAN|台北 TAIPEI|大连 DALIAN|大連 DALIAN|青岛 QINGDAO|宁波 NINGBO|厦门 XIAMEN
南京 NANJING|武汉 WUHAN|成都 CHENGDU|西安 XIAN|沈阳 SHENYANG|丹东 DANDONG|丹東 DANDONG|杭州 HANGZHOU|苏州 SUZHOU|无锡 WUXI|长沙 CHANGSHA|郑州 ZHENGZHOU|济南 JINAN|哈尔滨 HARBIN|珠海 ZHUHAI|新疆 XINJIANG|西藏 TIBET|四川 SICHUAN
广东 GUANGDONG|廣東 GUANGDONG|山东 SHANDONG|山西 SHANXI|陕西 SHAANXI|河北 HEBEI|河南 HENAN|湖北 HUBEI|湖南 HUNAN|江苏 JIANGSU|江西 JIANGXI|浙江 ZHEJIANG|福建 FUJIAN|安徽 ANHUI|辽宁 LIAONING|吉林 JILIN|黑龙江 HEILONGJIANG|云南 YUNNAN|海南 HAINAN
朝鲜 KOREA|朝鮮 KOREA|韩国 KOREA|日本 JAPAN|俄罗斯 RUSSIA|伊朗 IRAN|美国 AMERICA|亚洲 ASIA|东方 ORIENT|東方 ORIENT|远东 FAR EAST|太平洋 PACIFIC|国际 INTERNATIONAL|國際 INTERNATIONAL|国家 NATIONAL|国营 STATE|环球 GLOBAL|全球 GLOBAL|世界 WORLD
银行 BANK|銀行 BANK|保险 INSURANCE|保險 INSURANCE|证券 SECURITIES|投资 INVESTMENT|投資 INVESTMENT|金融 FINANCIAL|财务 FINANCE|资本 CAPITAL|基金 FUND|信托 TRUST|贸易 TRADING|貿易 TRADING|进出口 IMPORT EXPORT|進出口 IMPORT EXPORT|商贸 TRADING|商务 COMMERCE|实业 INDUSTRIAL
實業 INDUSTRIAL|工业 INDUSTRIES|工業 INDUSTRIES|科技 TECHNOLOGY|技术 TECHNOLOGY|技術 TECHNOLOGY|电子 ELECTRONICS|電子 ELECTRONICS|电器 ELECTRIC|电气 ELECTRIC|电力 POWER|通信 COMMUNICATIONS|通讯 COMMUNICATIONS|信息 INFORMATION|网络 NETWORK|软件 SOFTWARE|计算机 COMPUTER|半导体 SEMICONDUCTOR
石油 PETROLEUM|天然气 NATURAL GAS|石化 PETROCHEMICAL|化工 CHEMICAL|化学 CHEMICAL|能源 ENERGY|煤炭 COAL|矿业 MINING|礦業 MINING|钢铁 STEEL|冶金 METALLURGICAL|金属 METAL|机械 MACHINERY|機械 MACHINERY|设备 EQUIPMENT|汽车 AUTOMOBILE|船舶 SHIPPING|造船 SHIPBUILDING|航运 SHIPPING|航運 SHIPPING
海运 MARINE SHIPPING|海洋 OCEAN|远洋 OCEAN|物流 LOGISTICS|运输 TRANSPORT|運輸 TRANSPORT|航空 AVIATION|航天 AEROSPACE|铁路 RAILWAY|建筑 CONSTRUCTION|建設 CONSTRUCTION|建设 CONSTRUCTION|工程 ENGINEERING|房地产 REAL ESTATE|发展 DEVELOPMENT|發展 DEVELOPMENT|开发 DEVELOPMENT|管理 MANAGEMENT|服务 SERVICE|咨询 CONSULTING
医药 PHARMACEUTICAL|生物 BIO|医院 HOSPITAL|食品 FOOD|农业 AGRICULTURE|渔业 FISHERY|水产 FISHERIES|纺织 TEXTILE|旅游 TRAVEL|文化 CULTURE|教育 EDUCATION|大学 UNIVERSITY|大學 UNIVERSITY|学院 INSTITUTE|研究所 RESEARCH INSTITUTE|研究院 ACADEMY|科学院 ACADEMY OF SCIENCES|实验室 LABORATORY
中心 CENTER|委员会 COMMITTEE|协会 ASSOCIATION|基金会 FOUNDATION|部队 UNIT|公安 PUBLIC SECURITY|安全 SECURITY|人民 PEOPLES|解放军 LIBERATION ARMY|军事 MILITARY|兵器 ORDNANCE|精密 PRECISION|光电 OPTOELECTRONICS|光学 OPTICAL|材料 MATERIALS|新材料 NEW MATERIALS
`

/** Surnames of two characters. */
export const DOUBLE_SURNAMES =
  '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 司徒 东方 皇甫 尉迟 公孙 令狐 慕容 长孙 宇文 端木 夏侯'.split(' ')

const readReadings = (): ReadonlyMap<string, string> => {
  const readings = new Map<string, string>()
  for (const entry of READINGS.trim().split(/\s+/)) {
    const reading = (/^[A-Z]+/.exec(entry) as RegExpExecArray)[0]
    // Of a character with two readings, the first in the table is that of names.
    for (const character of entry.slice(reading.length)) if (!readings.has(character)) readings.set(character, reading)
  }
  return readings
}

const readings = onFirstUse(readReadings)
const companyWords = onFirstUse(() => readWordTable(WORDS))

/** The pinyin of one character, or undefined. */
export const pinyinOf = (character: string): string | undefined => readings().get(character)

const LONGEST_WORD = 6

/** The company word that the text has at `at`, the longest that fits, with its translation. */
export const companyWordAt = (text: string, at: number): { length: number; latin: string } | null => {
  for (let length = Math.min(LONGEST_WORD, text.length - at); length >= 2; length--) {
    const latin = companyWords().get(text.slice(at, at + length))
    if (latin !== undefined) return { length, latin }
  }
  return null
}
