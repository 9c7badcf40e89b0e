import type { TextEncoding } from "@assay/contract";

export interface LanguageLetters {
  /** Letters beyond ASCII, the most frequent first. */
  readonly letters: string;
  /** Encodings that its files come in. */
  readonly encodings: readonly TextEncoding[];
}

const WEST = ["windows-1252", "iso-8859-15", "macintosh"] as const;
const CENTRAL = ["windows-1250", "iso-8859-2"] as const;
const BALTIC = ["windows-1257", "iso-8859-13", "iso-8859-4"] as const;

/** What tells encodings of one byte a letter apart. */
export const LANGUAGE_LETTERS: readonly LanguageLetters[] = [
  { letters: "üäößé", encodings: [...WEST, "windows-1250"] },
  { letters: "éèàêçùôîûëïœâ", encodings: WEST },
  { letters: "óíáéñúü", encodings: WEST },
  { letters: "ãáçéóíêõúâàôü", encodings: WEST },
  { letters: "àèùòéì", encodings: WEST },
  { letters: "ëéïüèö", encodings: WEST },
  { letters: "äåöéü", encodings: WEST },
  { letters: "øåæéö", encodings: WEST },
  { letters: "ðáíþéóúöýæ", encodings: WEST },
  { letters: "äõüöšž", encodings: ["windows-1257", "windows-1252", "iso-8859-13", "iso-8859-15"] },
  { letters: "łąężśóćńź", encodings: CENTRAL },
  { letters: "íáěéýřčžšůúňťďó", encodings: CENTRAL },
  { letters: "íáéčýžšúľťôňäďóŕĺ", encodings: CENTRAL },
  { letters: "éáöóőíüúű", encodings: CENTRAL },
  { letters: "ăîţşâ", encodings: CENTRAL },
  { letters: "ăîțșâ", encodings: ["iso-8859-16"] },
  { letters: "čšžćđ", encodings: CENTRAL },
  { letters: "ıüşçöğİâ", encodings: ["windows-1254"] },
  { letters: "ėšįųūžčąę", encodings: BALTIC },
  { letters: "āīēšņļūžķģč", encodings: BALTIC },
  { letters: "đêôơưăâàáéèíìóòúùý\u0300\u0301\u0303\u0309\u0323", encodings: ["windows-1258"] },
  {
    letters: "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё",
    encodings: ["windows-1251", "koi8-r", "iso-8859-5", "ibm866", "x-mac-cyrillic"],
  },
  { letters: "оаинвіртеслкмдупязьгбчхйжїюшцщєфґ", encodings: ["windows-1251", "koi8-u", "iso-8859-5"] },
  { letters: "аоеинтсрвлдкмпзгуъбчяжшщхюцйфь", encodings: ["windows-1251", "iso-8859-5"] },
  { letters: "аоиенрсјтукмвдлпгзбчшцжљњћхђфџ", encodings: ["windows-1251", "iso-8859-5"] },
  { letters: "αοιετσνρκπςμλωυήόίάέγδθχύώφβξζψϊϋ", encodings: ["windows-1253", "iso-8859-7"] },
  { letters: "יוהלאתרבשמנדכםקעפחגטזצסןךףץ", encodings: ["windows-1255", "iso-8859-8"] },
  { letters: "الينمرتوبعدفسهكقحجشطصخغذزضثءظأةىإئآؤ", encodings: ["windows-1256", "iso-8859-6"] },
  {
    letters: "านรกเองมยลวดทสตะปบคหแจพ่้ัิีื์ไใุูโขชซำผถฐภศญณษธฟฉฝฏฎฆฬ็๊๋ฤ",
    encodings: ["windows-874"],
  },
];

export interface WideLetters {
  readonly encodings: readonly TextEncoding[];
  /** The most frequent characters, in no order. */
  readonly common: string;
  /** The bytes that the ordinary characters begin with. */
  readonly ordinary: readonly [first: number, last: number];
}

const KANA =
  "あいうえおかがきぎくけげこごさざしじすせそたただちっつてでとどなにねのはばひびふべほまみむめもやゆよらりるれろわをんアイウエオカガキギクグケコゴサザシジスズセソタダチッツテデトドナニネノハバパヒビピフブプベペホボポマミムメモャュョラリルレロワンー、。・「」";
const KANJI =
  "日一国人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用制治度務強気小七成期公持野協取都和統以機平総加山思家話世受区領多県続進正安設保改数記院女初北午指権心界支第産結百派点教報済書府活原先共得解名交資予川向際査勝面委告軍文反元重近千考判認画海参売利組知案道信策集在件団別物側任引使求所次水半品昨論計死官増係感特情投示変打男基私各始島直両朝革価式確村提運終挙果西勢減台広容必応演電歳住争談能無再位置企真流格有疑口過局少放税検藤町常校料沢裁状工建語球営空職証土与急止送援供可役構木割聞身費付施切由説転食比難防補車優夫研収断井何南石足違消境神番規術護展態導鮮備宅害配副算視条幹独警宮究育席輸訪楽起万着乗店述残想線率病農州武声質念待試族象銀域助労例衛然早張映限親額監環験追審商葉義伝働形景落欧担好退準賞訴辺造英被株頭技低毎医復仕去姿味負閣韓渡失移差衆個門写評課末守若脳極種美岡影命含福蔵量望松非撃佐核観察整段横融型白深字答夜製票況音申様財港識注呼渉達";
const SIMPLIFIED =
  "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运";
const TRADITIONAL =
  "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運";
const HANGUL =
  "이다는을가의에고하지를은한로서사도기자리어인대시나으해수과들아일그있정부라전주스제것상거보적게여안조공만면원장당관성야동신유요구연국오미위무경세체발비모내개우화중선때생학소실진방등했문업법용분치반입트마계통결영까터음민물산재년회후단속며본었각른했받양차교말달능양필같불근강토직식건설운권차간품추심되된될습니허록책검토승승비밀번호";

/** What tells encodings of two bytes a character apart. */
export const WIDE_LETTERS: readonly WideLetters[] = [
  { encodings: ["shift_jis"], common: KANA + KANJI, ordinary: [0x88, 0x97] },
  { encodings: ["euc-jp"], common: KANA + KANJI, ordinary: [0xb0, 0xcf] },
  { encodings: ["gbk"], common: `${SIMPLIFIED}，。、；：“”《》（）`, ordinary: [0xb0, 0xd7] },
  { encodings: ["big5"], common: `${TRADITIONAL}，。、；：「」（）`, ordinary: [0xa4, 0xc6] },
  { encodings: ["euc-kr"], common: HANGUL, ordinary: [0xb0, 0xc8] },
];
