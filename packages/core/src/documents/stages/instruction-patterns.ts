const MODEL =
  "(?:ai|a\\.i\\.|llm|language models?|chatbots?|assistants?|automated (?:assessor|reviewer|auditor|grader|evaluator|system)s?|(?:ai|compliance|evidence) (?:model|assessor|reviewer|auditor|evaluator)s?)";

/** Words that address the model that reads them, next to the plainest ones. */
export const ADDRESSING_PATTERNS: readonly RegExp[] = [
  /\b(?:ignor|disregard|forget|overrid|bypass)(?:e|ing)?\s+(?:\w+\s+){0,4}(?:previous|prior|above|earlier|preceding|foregoing)\s+(?:\w+\s+){0,2}(?:instruction|prompt|rule|guideline|message|direction|context|text|order)s?\b/gi,
  /\b(?:mark|rate|score|grade|classify|treat|consider|judge|deem|regard)\s+(?:\w+\s+){0,4}(?:everything|all of (?:it|them)|all requirements|every(?: single)? requirement|all controls|every control)\b[^.\n]{0,40}\b(?:complete|compliant|satisfied|fulfilled|met|passed)\b/gi,
  /\byou\s+(?:must|should|will|shall|are\s+to|have\s+to)\s+(?:now\s+|always\s+)?(?:mark|answer|respond|return|conclude|output|rate|score|grade|cite|quote)\b/gi,
  /\b(?:raise|increase|set|report|state|use|answer)\b[^.\n]{0,30}\b(?:confidence|certainty)\b[^.\n]{0,20}?(?:\b1(?:\.0+)?\b|\b0?\.9\d*\b|\b9\d\s*%|100\s*%|\bmax\w*|\bfull\b|\bhighest\b)/gi,
  /\b(?:[Vv]erdict|VERDICT|[Aa]nswer|ANSWER)\s*(?:=|:|\bis\b|\bmust be\b)\s*["'“]?(?:COMPLETE|MET|COMPLIANT)\b/g,
  /["'“](?:status|verdict)["'”]\s*:\s*["'“](?:complete|partial|missing|met|partly|not_met|compliant)["'”]/gi,
  /["'“]confidence["'”]\s*:\s*(?:0?\.\d+|1(?:\.0+)?|0)\b/gi,
  /\b(?:answer|respond|reply)\s+(?:only\s+)?with\s+(?:["'“]|the\s+(?:word|json|following)|json|complete|yes\b)/gi,
  /\b(?:cite|quote)\s+(?:only\s+)?(?:this|the\s+(?:following|next|above|present))\s+(?:passage|sentence|paragraph|text|line|section|document)\b/gi,
  /\b(?:this|the\s+following)\s+(?:passage|sentence|paragraph|text)\s+(?:must|should|shall|is\s+to)\s+be\s+(?:cited|quoted|used\s+as\s+(?:evidence|proof))\b/gi,
  new RegExp(
    `\\b${MODEL}\\b[^.\\n]{0,30}\\b(?:read|process|review|evaluat|assess|pars|summari[sz]|analy[sz]|judg|grad)(?:s|ing|es|e)?\\s+(?:this|the\\s+(?:present|above|following))\\b`,
    "gi",
  ),
  new RegExp(`\\b(?:dear|hello|hey|attention,?|to\\s+(?:the|any|all))\\s+${MODEL}\\s*[,:!]`, "gi"),
  /(?:^|[.!?]\s)\W*(?:system|assistant|developer)\s*:\s*(?:you\b|ignore\b|always\b|mark\b|answer\b|respond\b|return\b|output\b|set\b|the\s+(?:auditor|assessor|model|user)\b|(?:all|every)\s+requirements?\b|i\s+(?:have|will|confirm)\b|understood\b|complete\b)/gim,
  /<\/?(?:system|assistant|instructions?|prompt)>|<<\/?SYS>>|<\|[a-z_]{2,30}\|>|#{3}\s*(?:system|instruction|assistant)\s*:/gi,
  /\b(?:begin|end|new|updated?|hidden|secret)\s+(?:of\s+)?(?:system\s+)?(?:prompt|instructions?\s+(?:to|for)\s+the\s+(?:model|assessor|ai))\b/gi,
  /\b(?:stop|cease)\s+(?:assessing|evaluating|grading|judging)\b[^.\n]{0,60}\b(?:complete|compliant|approve)\b/gi,
  /\b(?:pretend|imagine|assume)\s+(?:that\s+)?(?:all|every|the)\s+(?:requirement|control|evidence)s?\b[^.\n]{0,40}\b(?:met|satisfied|complete|compliant|exists?|sufficient)\b/gi,
];

const B = "(?<![\\p{L}\\p{N}])";
const foreign = (source: string) => new RegExp(`${B}(?:${source})`, "giu");

/** The same in other languages: to forget instructions, and to call what is required met. */
export const OTHER_LANGUAGES: readonly RegExp[] = [
  foreign(
    "(?:ignorier|missacht|vergiss|vergessen\\s+sie|übergeh)\\p{L}*\\s[^.\\n]{0,50}(?:anweisung|instruktion|vorgabe|befehl|regel)\\p{L}*",
  ),
  foreign(
    "(?:markier|bewert|stuf|werte|betracht)\\p{L}*\\s[^.\\n]{0,50}(?:anforderung|kontrolle|alles|prüfpunkt)\\p{L}*[^.\\n]{0,40}(?:vollständig|erfüllt|konform|complete)",
  ),
  foreign("(?:ignore[zr]?|oublie[zr]?)\\s[^.\\n]{0,50}(?:instruction|consigne|directive)s?"),
  foreign(
    "(?:marque[zr]?|évalue[zr]?|considère[zr]?|considérez|classe[zr]?|note[zr]?)\\s[^.\\n]{0,50}(?:exigence|contrôle|tout)\\p{L}*[^.\\n]{0,40}(?:conforme|complet|complète|satisfait|remplie|complete)",
  ),
  foreign("(?:ignor[ae]n?|olvid[ae]n?|olvídate)\\s[^.\\n]{0,50}(?:instruccion|indicacion|órden)\\p{L}*"),
  foreign(
    "(?:marca|marque|marquen|evalúa|evalúe|considera|considere|califica|califique)\\s[^.\\n]{0,50}(?:requisito|control|todo)s?[^.\\n]{0,40}(?:complet|cumplid|conforme|satisfech|complete)",
  ),
  foreign("(?:ignor[aie]|ignorare|dimentica|dimenticate)\\s[^.\\n]{0,50}(?:istruzion|indicazion)\\p{L}*"),
  foreign(
    "(?:segna|contrassegna|valuta|considera)(?:re|te)?\\s[^.\\n]{0,50}(?:requisit|controll|tutto)\\p{L}*[^.\\n]{0,40}(?:complet|conform|soddisfatt)",
  ),
  foreign("(?:ignore|esqueça|desconsidere)\\s[^.\\n]{0,50}(?:instruç|orientaç)\\p{L}*"),
  foreign(
    "(?:marque|avalie|considere)\\s[^.\\n]{0,50}(?:requisito|controle|tudo)s?[^.\\n]{0,40}(?:complet|atendid|conforme|cumprid)",
  ),
  foreign("(?:negeer|vergeet)\\s[^.\\n]{0,50}(?:instructie|aanwijzing)s?"),
  foreign(
    "(?:markeer|beoordeel|beschouw)\\s[^.\\n]{0,50}(?:vereiste|eis|alles|controle)\\p{L}*[^.\\n]{0,40}(?:voldaan|compleet|volledig|conform)",
  ),
  foreign("(?:zignoruj|ignoruj|zapomnij)\\p{L}*\\s[^.\\n]{0,50}(?:instrukcj|poleceni|wytyczn)\\p{L}*"),
  foreign(
    "(?:oznacz|oceń|uznaj)\\p{L}*\\s[^.\\n]{0,50}(?:wymagani|wszystk)\\p{L}*[^.\\n]{0,40}(?:spełnion|zgodn|kompletn|complete)",
  ),
  foreign("(?:игнорируй|проигнорируй|забудь)\\p{L}*\\s[^.\\n]{0,50}(?:инструкц|указан|правил)\\p{L}*"),
  foreign(
    "(?:отметь|пометь|оцени|считай)\\p{L}*\\s[^.\\n]{0,50}(?:требован|вс[её])\\p{L}*[^.\\n]{0,40}(?:выполнен|соответств|complete)",
  ),
  foreign("(?:ignorera|glöm)\\s[^.\\n]{0,50}(?:instruktion|anvisning)\\p{L}*"),
  foreign("(?:önceki|yukarıdaki)\\s[^.\\n]{0,30}(?:talimat|yönerge)\\p{L}*[^.\\n]{0,20}(?:yoksay|görmezden|unut)"),
  /(?:忽略|无视|無視|忽視)[^。\n]{0,20}(?:指令|指示|说明|說明|提示|规则)|(?:标记|標記|评为|評為|判定|视为)[^。\n]{0,20}(?:完成|合规|合規|符合|COMPLETE)/gu,
  /(?:指示|命令|指令)[^。\n]{0,10}無視|(?:要件|すべて|項目)[^。\n]{0,25}(?:完了|適合|満た|COMPLETE)[^。\n]{0,15}(?:マーク|判定|評価|回答|報告)/gu,
  /(?:지시|명령|지침)[^.\n]{0,15}무시|(?:요구\s?사항|모두|항목)[^.\n]{0,25}(?:완료|충족|준수|COMPLETE)[^.\n]{0,15}(?:표시|판정|평가)/gu,
  /(?:تجاهل|انس)[^.\n]{0,40}(?:تعليمات|التعليمات|الأوامر|أوامر)/gu,
];
