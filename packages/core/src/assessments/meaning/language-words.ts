const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words of names, which texts of any language have. */
export const PARTICLES = words("da de del della den der des di do dos du el la las le les los ter van von zu");

/**
 * The commonest words of languages in Latin letters that say nothing of a subject, by ISO 639-1 code. What is an English
 * word as well, or looks like one ("die", "in", "no", "state"), is in no list, or in the English one alone.
 */
export const LATIN_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map<string, ReadonlySet<string>>([
  [
    "en",
    words(
      `about after all also an and any are be because been before being between both but by can cannot could did does done
      down during each either every few from further had has have her here him his how however if into is it its just last
      less made may might more most must my near neither never new next none nor not of off once one only onto other our out
      own past put same set she should since so some such than that the their them then there these they this those through
      thus to too two until up upon us used using via were what when where whether which while who will with within without
      would yet you your`,
    ),
  ],
  [
    "de",
    words(
      `aber alle allen aller alles andere anderen auch auf aus bei beim bereits bevor bis bzw dabei dadurch dafür daher damit
      danach dann daran darauf daraus darf darüber das dass davon dazu dem den denen der deren des dessen dies diese diesem
      diesen dieser dieses durch dürfen ein eine einem einen einer eines erfolgt erst etwa für gegen gemäß gibt haben hat
      hatte ich ihr ihre ihrem ihren ihrer im immer ins ist jede jedem jeden jeder jedes jährlich kann kein keine keinem
      keinen keiner können mehr mindestens mit monatlich muss müssen nach nicht nichts noch nur ob oder ohne sein seine seit
      sich sie sind sobald sofern soll sollen sowie spätestens statt täglich über um und unser unsere unseren unter vom von
      vor waren weder wenn werden wie wir wird wo wurde wurden wöchentlich zum zur zu zwischen zwei drei vier einmal`,
    ),
  ],
  [
    "fr",
    words(
      `afin ainsi alors après au aucun aucune aussi autre autres aux avant avec avoir ce cela celle cette ces chaque chez ci
      comme dans de depuis des dont du elle elles en encore entre est et étaient était été être eux font il ils jamais je la
      le les leur leurs lors lorsque lui mais même moins ni nos notre nous ont ou où par parmi pas peut peuvent pour
      puis qu quand que quel quelle qui sa sans se selon ses si soient soit sont sous tous toute toutes très trois deux un
      une vers vos votre vous`,
    ),
  ],
  [
    "es",
    words(
      `al algo alguna algunos antes aún aunque bajo cada como con contra cual cualquier cuando de del desde después donde dos
      durante el ella ellos en entre era es esa ese eso esta está están este esto estos fue fueron hace han hasta hay la las
      le les lo los más mediante mientras mismo muy nada nadie ni ningún ninguna nos otra otras otro otros para pero por
      porque pues puede pueden que quien se sea según ser si sí sino sobre solo su sus también tanto tiene tienen toda todas
      todo todos tras tres un una unas uno unos ya`,
    ),
  ],
  [
    "it",
    words(
      `agli ai al alcuni alla alle allo almeno anche ancora altri altro avere che chi ciascun ciò come con contro cui da
      dagli dai dal dalla dalle degli dei del della delle dello deve devono di dopo dove durante è ed entro era essere fa
      fino fra gli il la le lo loro mai mediante mentre nei nel nella nelle nessun nessuna non ogni oltre oppure perché più
      prima può qualsiasi quando quanto quella quelli quello questa queste questi questo sono stata stati stato su sua sue
      sugli sui sul sulla tra tre tutte tutti tutto un una uno viene vengono`,
    ),
  ],
  [
    "pt",
    words(
      `ainda ao aos após até cada com como contra da das de desde deve devem dois dos duas durante ela elas ele eles em entre
      era essa esse esta está estão este foi foram há isso já lhe mais mas mesmo na nas não nem nos nós nossa nosso num numa
      os ou outra outras outro outros para pela pelas pelo pelos pode podem por porque quando que quem são se seja sem ser
      seu seus sob sobre sua suas também tem têm toda todas todo todos três um uma`,
    ),
  ],
  [
    "nl",
    words(
      `aan alle alleen als altijd andere bij binnen daar dan dat de deze dient dienen dit doen een elk elke en er geen
      gedurende gebruikt haar hebben heeft het hij hoe iedere ieder jaarlijks kan kunnen maandelijks maar meer mits moet
      moeten na naar niet nog nooit om onder ons onze ook op te tegen ten tenzij toe twee tussen uit uiterlijk van vanaf
      veel volgens voor voordat waar wanneer waren wat wekelijks werd werden wie wordt worden zich zij zijn zodat zonder
      zoals zou zullen`,
    ),
  ],
  [
    "sv",
    words(
      `alla allt att av bara bli blir de dem den denna deras dessa det detta du där eller en enligt ett efter finns från för
      före genom har hos hur här ingen inget inom inte kan kommer med mellan minst måste ner nu och också om osv på samt
      sedan ska skall som upp ut utan vad var varje vara vi vid vilka vilken än är år över`,
    ),
  ],
  [
    "da",
    words(
      `alle af blev blive bliver da de dem den denne deres der dette disse du efter eller en er et fra før gennem har havde
      hver hvor hvis hvordan ikke ingen inden jeg kan kun med mellem mindst må man mod når nogen og også om op på samt skal
      som til uden ud ved vil vi være været år`,
    ),
  ],
  [
    "no",
    words(
      `alle av ble bli blir da de dem den denne deres der dette disse du etter eller en er et fra før gjennom har hadde hver
      hvor hvis hvordan ikke ingen innen jeg kan kun med mellom minst må man mot når noen og også om opp på samt seg skal
      som til uten ut ved vil vi være vært år`,
    ),
  ],
  [
    "fi",
    words(
      `ei eivät ennen ettei että ja jokainen joka jos jotka jälkeen kaikki kaikkien kanssa kerran koska kuin kun kunnes
      kuukausittain lisäksi mikä mukaan muut mutta myös niiden nämä oli olivat ole olla ovat pitää päivittäin se sekä siitä
      sitä tai tulee tämä vain vuosittain vuoden vähintään välillä`,
    ),
  ],
  [
    "pl",
    words(
      `albo ale aby bez być był była były co czy dla gdy go ich ile innych jak jako jest jego jej każdy każda każdego kiedy
      które który których która lub mają może mogą musi muszą na nad nie nich niż od oraz po pod podczas przed przez przy
      raz są się tego tej ten tylko tych tym wszystkie wszystkich za ze zgodnie został została zostały że`,
    ),
  ],
  [
    "cs",
    words(
      `aby ale ani anebo být byl byla byly co jak jako je jejich jsou každý každá každé kde který která které mají může musí
      na nebo nejméně není od po pod podle pokud pouze proti před přes při se si tak také tyto ve všech všechny za ze že`,
    ),
  ],
  [
    "ro",
    words(
      `ale al acest această aceste au avea care că când ce cel cele cu după de din dintre este ei fi fiecare fost fără în
      între la le lor mai nu pe pentru prin sau se sunt să și toate toți trebuie un una unei unui vor`,
    ),
  ],
  [
    "hu",
    words(
      `az és hogy nem egy csak van volt vagy mint meg már még ezt azt ez ki el fel le minden legalább kell lehet szerint után
      előtt által alapján során között évente havonta naponta illetve valamint amely amelyek`,
    ),
  ],
  [
    "tr",
    words(
      `ve bir bu için ile de da olan olarak gibi daha çok en veya ya değil kadar sonra önce göre tarafından edilir
      edilmelidir yapılır olmalıdır tüm ki ayda yılda haftada az`,
    ),
  ],
]);
