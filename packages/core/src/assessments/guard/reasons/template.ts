const PLACE_WORD =
  "(?:insert|enter|add|fill(?: in)?|specify|name|your|company|organi[sz]ation|business|entity|client|customer|department|team|title|role|position|date|day|month|year|number|no\\.?|frequency|period|interval|duration|amount|x+|n|tbd|tba|tbc|to be (?:completed|defined|determined|filled|inserted|confirmed)|location|address|city|country|state|email|e-mail|phone|contact|owner|author|approver|manager|officer|system|tool|vendor|provider|product|software|solution|version|list|describe|choose|select|pick|option|placeholder|example|e\\.g|assignment|selection|todo|signature|initials|value|responsible|ciso|cio|ceo|dpo|url|link|document|policy|jurisdiction|regulation|law|industry|website|district|agency|institution|college|university|school|hospital|practice|firm|council|acme)";
const PLACES: readonly RegExp[] = [
  /\((?:the )?(?:(?:responsible|appropriate|designated|relevant) (?:person|role|party|department|manager|officer|owner)|name|role|title|date|position|department|owner|person|manager|number|address)\)/i,
  /\$\([^)\n]{2,40}\)|#[A-Z][A-Z_ ]{2,40}#|(?<!\w)_{2,}(?=\s*(?:days?|hours?|minutes?|weeks?|months?|years?|characters?|times|%))/,
  /\[(?:delete|remove|edit|adapt|complete|if applicable|where applicable|as (?:appropriate|applicable))\b[^\]\n]*\]/i,
  /\[(?!\s*(?:see|ref|cf|sic|or|and|i\.e|e\.g|note|link|fig|table|annex|appendix|section)\b)(?:[A-Z][\w'’&-]*|[a-z]+)(?:\s(?:of|the|and|to|for|[A-Z][\w'’&-]*)){1,5}\](?!\s*[([:])(?![^[]*\]\()/,
  /\[[a-z]+(?:\s[a-z]+)?\s?\/\s?[a-z]+(?:\s[a-z]+)?(?:\s?\/\s?[a-z]+)*\](?!\s*[([:])/i,
  /\{(?:[A-Z][\w'’-]*)(?:\s(?:of|the|[A-Z][\w'’-]*)){0,4}\}|[«‹][\p{L}\s_.-]{2,40}[»›]|(?:_\s){3,}_?|(?:\.\s?){6,}/u,
  /(?<![\w:])X{1,4}(?:day|:|\/)|\bX{2,}:X{2,}\b|\bX{2,4}\b(?=\s*(?:%|[a-z]))(?!\s+(?:chromosome|rays?|size))/,
  new RegExp(
    `\\[(?!\\s*(?:x|\\d+|sic|…|\\.\\.\\.|see|ref)\\s*[\\],;])\\s*(?:the |a |an |this )?(?:[\\w'’/&-]+[\\s,/_-]+){0,4}?${PLACE_WORD}\\b[^\\]\\n]{0,80}\\](?!\\s*[(\\[:])`,
    "i",
  ),
  /\[\s*(?:[A-Z][A-Z_/ -]{2,40}|_+|\.{2,}|\s+|\?+|-+)\s*\](?!\s*[([:])/,
  new RegExp(
    `[<‹«](?!\\s*/|\\s*(?:br|p|b|i|a|div|span|table|tr|td|th|ul|ol|li|h\\d|img|hr|em|strong|code|pre|details|summary)\\b|https?:|mailto:)\\s*(?:the |a |an )?(?:[\\w'’/&-]+[\\s,/_-]+){0,4}?${PLACE_WORD}\\b[^>\\n]{0,60}[>›»]`,
    "i",
  ),
  /<<[^>\n]{2,60}>>|\{\{[^}\n]{1,60}\}\}|\$\{[^}\n]{1,60}\}|%%?[A-Z][A-Z_]{2,40}%%?|@@[\w ]{2,40}@@|##[A-Z][A-Z_ ]{2,40}##|\{%[^%\n]{1,80}%\}/,
  new RegExp(`(?<!\\{)\\{\\s*(?:[\\w-]+[\\s_-]+){0,4}?${PLACE_WORD}\\b[^}\\n]{0,40}\\}`, "i"),
  /\((?:the |your |insert |enter |add )?(?:company|organi[sz]ation|business|client|entity|department) name\)|\((?:insert|enter|fill in|specify|add|choose|select|name of|your|tbd|to be (?:completed|defined|determined|inserted|filled))\b[^)\n]{0,80}\)/i,
  /(?<![\w_])_{3,}(?!\w)|(?<!\.)\.{5,}(?!\s*\d)|…{3,}/i,
  /(?<![\w.-])(?:x{1,4}|n|y{2,4}|z{2,}|#{1,4}|\?{2,}|00|nn)[\s-]+(?:\w+\s+)?(?:days?|hours?|minutes?|weeks?|months?|years?|characters?|attempts?|times|percent|%|business days|working days|digits|copies|generations|passwords)\b/i,
  /\b(?:yyyy|mm\/dd|dd\/mm|dd\.mm|xx\/xx|xx\.xx|20xx|20__|yyyymmdd)\b/i,
  /\b(?:your (?:company|organi[sz]ation|business|entity|firm)(?:['’]s)?(?: name)?|company ?name|organi[sz]ation ?name|name of (?:the )?(?:company|organi[sz]ation)|company (?:x|xyz|abc)|(?:abc|xyz) (?:company|corp(?:oration)?|inc|ltd|organi[sz]ation)|lorem ipsum|click (?:or tap )?here to (?:enter|insert)|choose an item|enter text here|insert (?:text |name |date |here|your|company|organi[sz]ation|frequency|period|number|role|title|the )\w*|delete (?:as appropriate|as applicable|this (?:text|section|guidance))|(?:select|choose|pick|delete|strike) (?:one|as (?:appropriate|applicable)|whichever)|fill in (?:the |your |here)\w*|customi[sz]e (?:this|as)|replace (?:this|with your|the (?:text|name|placeholder))|edit as (?:needed|appropriate)|guidance note:|template instructions?|sample text|boilerplate)\b/i,
  /\b\w+\s*\/\s*\w+\s*\(\s*(?:delete|strike|select|choose|circle)\b/i,
];
const YOUR = /\byour (?:company|organi[sz]ation|business|entity|firm)/i;

/** Whether a sentence has places that nobody has filled in. */
export function hasOpenPlaces(text: string): boolean {
  const plain = text.replace(/\[[ xX✓]?\]\s/g, "").replace(/`+/g, "");
  return PLACES.some((place) => place.test(plain)) || (YOUR.test(plain) && /\[|<|template/i.test(plain));
}
