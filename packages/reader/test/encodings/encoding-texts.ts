/** A language, the older encodings that its files come in, and texts: a sentence, a paragraph, a table, a note. */
export interface EncodingTexts {
  readonly language: string;
  readonly encodings: readonly string[];
  readonly texts: readonly string[];
}

const WEST = ["windows-1252", "iso-8859-15"];
const CENTRAL = ["windows-1250", "iso-8859-2"];
const NORTH_EAST = ["windows-1257", "iso-8859-13"];

/** Written for this test. Tables are mostly ASCII with a few names, which is the hard case. */
export const ENCODING_TEXTS: readonly EncodingTexts[] = [
  {
    language: "German",
    encodings: WEST,
    texts: [
      "Jeder Zugriff auf die Datenbank wird protokolliert und die Protokolle werden zwölf Monate lang aufbewahrt.",
      "Die Geschäftsführung prüft die Leitlinie zur Informationssicherheit einmal im Jahr. Änderungen werden allen Beschäftigten mitgeteilt, und neue Kolleginnen und Kollegen bestätigen sie beim Eintritt schriftlich. Für Ausnahmen ist ein Antrag nötig, über den der Sicherheitsbeauftragte innerhalb von zehn Tagen entscheidet. Verstöße können arbeitsrechtliche Folgen haben.",
      "id;name;role;mfa\n1;Anna Keller;Admin;yes\n2;Jürgen Groß;User;yes\n3;Peter Braun;User;no\n4;Käthe Böhm;User;yes\n",
      "Schlüssel für die Verschlüsselung liegen außerhalb der Cloud.",
    ],
  },
  {
    language: "French",
    encodings: WEST,
    texts: [
      "Les mots de passe sont renouvelés après chaque départ d'un employé et jamais partagés entre collègues.",
      "La présente procédure décrit la gestion des accès aux systèmes de l'entreprise. Chaque demande est validée par le responsable hiérarchique, puis exécutée par l'équipe d'exploitation. Les droits sont revus à la fin de chaque trimestre et ceux qui ne sont plus nécessaires sont supprimés sans délai. Un relevé signé est conservé pendant trois années.",
      "nom,service,acces\nMartin,Finance,lecture\nLefèvre,Juridique,aucun\nDurand,Ventes,lecture\nGarçon,Direction,complet\n",
      "Réunion du comité: décision reportée à février.",
    ],
  },
  {
    language: "Spanish",
    encodings: WEST,
    texts: [
      "La organización realiza copias de seguridad cada noche y comprueba su restauración una vez al mes.",
      "El responsable de seguridad mantiene un registro de los incidentes. Cada incidente recibe un número, una descripción y una fecha de cierre. Cuando afecta a datos personales, se notifica a la autoridad en un plazo de setenta y dos horas. Después se analiza la causa y se acuerdan medidas para que no vuelva a ocurrir; la dirección revisa el informe en su próxima reunión.",
      "usuario,nombre,pais\njperez,Juan Pérez,ES\nmlopez,Maria Lopez,MX\nanunez,Ana Núñez,AR\npsmith,Paul Smith,US\n",
      "¿Quién aprobó el cambio? Lo aprobó el señor Ibáñez.",
    ],
  },
  {
    language: "Portuguese",
    encodings: WEST,
    texts: [
      "As permissões de acesso são revistas a cada três meses pelo gestor da aplicação.",
      "Todos os funcionários recebem formação em segurança da informação no primeiro mês de trabalho. A participação é registada e a avaliação final exige pelo menos oitenta por cento de respostas corretas. Quem não alcança o mínimo repete a formação em duas semanas. As estatísticas são apresentadas à direção no fim do ano, com propostas de melhoria para o ano seguinte.",
      "codigo;nome;funcao\n10;Carlos Souza;analista\n11;João Simões;gestor\n12;Paula Lima;auditor\n13;Conceição Reis;analista\n",
      "A cópia está cifrada e a chave não sai do cofre.",
    ],
  },
  {
    language: "Italian",
    encodings: WEST,
    texts: [
      "La continuità del servizio è verificata con una prova annuale, perché i tempi di ripristino siano noti.",
      "Ogni modifica ai sistemi di produzione è approvata prima del rilascio. La richiesta indica il motivo, il rischio e il modo in cui si può tornare alla versione precedente. Le attività urgenti seguono una procedura più breve, ma la documentazione è completata entro due giorni. Il responsabile della qualità controlla ogni mese che le registrazioni siano complete.",
      "utente,reparto,stato\nrossi,vendite,attivo\nbianchi,qualità,attivo\nverdi,acquisti,sospeso\nd'amato,società esterna,attivo\n",
      "Il contratto è scaduto lunedì e sarà rinnovato.",
    ],
  },
  {
    language: "Dutch",
    encodings: ["windows-1252"],
    texts: [
      "Elke beheerder meldt zich aan met een tweede factor; uitzonderingen zijn per definitie geïsoleerd en tijdelijk.",
      "De coördinator bewaart de logbestanden gedurende één jaar. Toegang tot deze bestanden is beperkt tot de afdeling beveiliging en wordt elk kwartaal opnieuw beoordeeld. Wanneer een medewerker de organisatie verlaat, worden alle rechten dezelfde dag ingetrokken. Een geüpdatet overzicht van de accounts wordt daarna naar de directie gestuurd, die het voor akkoord tekent.",
      "naam,functie,land\nJan de Vries,beheerder,NL\nZoë Bakker,auditor,NL\nPiet Smit,gebruiker,BE\nRenée Visser,manager,NL\n",
      "De patiëntgegevens zijn versleuteld opgeslagen.",
    ],
  },
  {
    language: "Swedish",
    encodings: WEST,
    texts: [
      "Alla bärbara datorer är krypterade och låses efter fem minuter utan användning.",
      "Säkerhetschefen ansvarar för att riskanalysen uppdateras varje år. Resultatet redovisas för ledningen, som beslutar om åtgärder och avsätter medel. Åtgärder som inte är genomförda före årets slut tas upp på nytt. Leverantörer som behandlar känsliga uppgifter granskas på plats minst vart tredje år, och avtalen säger vad som gäller när något går fel.",
      "namn,roll,kontor\nErik Larsson,admin,Lund\nÅsa Björk,ekonomi,Malmo\nLars Berg,drift,Boden\nGöran Ek,chef,Lund\n",
      "Lösenord får aldrig sparas i klartext på någon server.",
    ],
  },
  {
    language: "Danish",
    encodings: WEST,
    texts: [
      "Adgang til serverrummet kræver både kort og kode, og besøgende følges altid af en medarbejder.",
      "Virksomheden har en plan for, hvad der skal ske, når et system går ned. Planen prøves én gang om året, og resultatet skrives ned. Hvis noget ikke virkede, får en navngiven person ansvar for at rette det inden for tredive dage. Både ledelsen og kunderne får besked, når driften er genoprettet, og årsagen undersøges bagefter uden at pege fingre ad nogen.",
      "navn;afdeling;status\nHans Jensen;salg;aktiv\nSøren Holm;drift;aktiv\nKirsten Lund;indkøb;lukket\nBo Friis;salg;aktiv\n",
      "Nøglen må ikke gemmes på en bærbar computer.",
    ],
  },
  {
    language: "Norwegian",
    encodings: WEST,
    texts: [
      "Alle ansatte må gjennomføre opplæring i personvern før de får tilgang til kundenes opplysninger.",
      "Styret vedtok sikkerhetspolitikken på møtet i mars. Den gjelder for alle som arbeider i selskapet, også innleide. Avvik meldes til lederen samme dag og føres i et eget register. Når et avvik er alvorlig, skal kunden få beskjed så snart årsaken er kjent. Registeret gjennomgås hvert halvår, og tiltak som ikke har hatt virkning, erstattes av andre.",
      "navn,rolle,by\nOla Hansen,drift,Oslo\nBjørn Dahl,leder,Bergen\nKari Moen,revisor,Oslo\nTone Sæther,drift,Bodo\n",
      "Sikkerhetskopien prøves på nytt hver tredje måned.",
    ],
  },
  {
    language: "Finnish",
    encodings: WEST,
    texts: [
      "Järjestelmän käyttöoikeudet tarkistetaan kerran vuodessa ja vanhentuneet tunnukset poistetaan.",
      "Tietoturvapäällikkö vastaa siitä, että ohjeet pysyvät ajan tasalla. Jokainen työntekijä lukee ohjeet ennen työn aloittamista ja vahvistaa sen allekirjoituksella. Häiriöistä ilmoitetaan välittömästi, ja ne kirjataan yhteiseen luetteloon. Johto käsittelee luettelon neljännesvuosittain ja päättää, mitä korjataan ensin ja kuka siitä huolehtii.",
      "nimi,osasto,tila\nMatti Virtanen,myynti,ok\nPäivi Mäkelä,talous,ok\nLiisa Korhonen,tuki,ei\nSeppo Hämäläinen,tuki,ok\n",
      "Varmuuskopiot säilytetään eri rakennuksessa.",
    ],
  },
  {
    language: "Icelandic",
    encodings: ["windows-1252"],
    texts: [
      "Öll gögn eru afrituð daglega og afritin geymd á öðrum stað í að minnsta kosti þrjá mánuði.",
      "Framkvæmdastjóri ber ábyrgð á öryggisstefnu fyrirtækisins. Stefnan er endurskoðuð árlega og kynnt öllu starfsfólki. Þeir sem hafa aðgang að viðkvæmum upplýsingum skrifa undir yfirlýsingu um þagnarskyldu. Þegar starfsmaður hættir er aðgangi hans lokað samdægurs og lyklum skilað. Frávik eru skráð og rædd á fundi öryggisnefndar í hverjum mánuði.",
      "nafn,deild,stada\nJon Jonsson,sala,virkur\nÞóra Einarsdóttir,rekstur,virkur\nAnna Helgadottir,sala,lokad\nGuðrún Ólafsdóttir,bokhald,virkur\n",
      "Lykilorð mega aldrei vera skráð á blað.",
    ],
  },
  {
    language: "Estonian",
    encodings: ["windows-1257", "iso-8859-15"],
    texts: [
      "Kõik töötajad läbivad igal aastal infoturbe koolituse ning nende teadmisi kontrollitakse.",
      "Ettevõte hoiab ligipääsude nimekirja ajakohasena. Õigused antakse ainult siis, kui need on tööks vajalikud, ja iga muudatus jäetakse meelde logis. Süsteemide ülem vaatab logi üle kord nädalas. Kui ilmneb midagi kahtlast, teatatakse sellest juhile ja vajaduse korral ka klientidele. Vanu seadmeid ei visata ära enne, kui andmed on neilt täielikult kustutatud.",
      "nimi,amet,linn\nMart Tamm,juht,Tartu\nTõnu Kõiv,haldur,Tallinn\nKadri Saar,arendaja,Narva\nÜlle Mägi,audiitor,Tallinn\n",
      "Võtmed vahetatakse välja kord poole aasta jooksul.",
    ],
  },
  {
    language: "Polish",
    encodings: CENTRAL,
    texts: [
      "Każdy użytkownik loguje się za pomocą hasła i drugiego składnika, a próby nieudane są zapisywane.",
      "Zarząd przyjął politykę bezpieczeństwa informacji i przegląda ją co najmniej raz w roku. Właściciele systemów odpowiadają za nadawanie uprawnień oraz za ich odbieranie, gdy pracownik zmienia stanowisko. Kopie zapasowe są szyfrowane i przechowywane w innym mieście. Odtworzenie danych sprawdza się dwa razy w roku, a wynik próby podpisuje kierownik działu.",
      "imie;nazwisko;rola\nJan;Kowalski;admin\nŁukasz;Wiśniewski;user\nAnna;Nowak;user\nStanisław;Gołąb;audytor\n",
      "Dostęp do serwerowni mają tylko dwie osoby z działu sieci.",
    ],
  },
  {
    language: "Czech",
    encodings: CENTRAL,
    texts: [
      "Přístup do systému se uděluje jen na základě schválené žádosti a každé čtvrtletí se ověřuje.",
      "Společnost vede seznam všech zařízení, na kterých se zpracovávají údaje zákazníků. Každé zařízení má svého správce, který odpovídá za aktualizace. Chyby označené jako závažné se opravují do sedmi dnů, ostatní do třiceti. Výjimky schvaluje vedoucí bezpečnosti písemně a jejich platnost končí nejpozději po půl roce, kdy se o nich rozhoduje znovu.",
      "jmeno,oddeleni,stav\nJan Novak,prodej,ok\nJiří Dvořák,provoz,ok\nEva Mala,prodej,ne\nTomáš Němec,účtárna,ok\n",
      "Záloha dat proběhla úspěšně včera večer.",
    ],
  },
  {
    language: "Slovak",
    encodings: CENTRAL,
    texts: [
      "Zamestnanci hlásia každé podozrenie na únik údajov najneskôr do konca pracovného dňa.",
      "Vedúci oddelenia schvaľuje prístupy svojich ľudí a raz za štvrťrok ich kontroluje. Účty, ktoré sa nepoužívajú dlhšie ako deväťdesiat dní, sa zablokujú. Heslá majú aspoň dvanásť znakov a ukladajú sa iba v zašifrovanej podobe. Dodávatelia podpisujú dohodu o mlčanlivosti skôr, než dostanú prístup, a ich činnosť sa zaznamenáva počas celej doby zmluvy.",
      "meno;pozicia;mesto\nPeter Novak;admin;Nitra\nĽubomír Kováč;veduci;Zilina\nJana Mala;auditor;Nitra\nMarián Žiak;admin;Martin\n",
      "Kľúče sú uložené v trezore na prvom poschodí.",
    ],
  },
  {
    language: "Hungarian",
    encodings: CENTRAL,
    texts: [
      "A biztonsági mentések visszaállítását félévente ellenőrizzük, és az eredményt jegyzőkönyvbe vesszük.",
      "A vezetőség évente felülvizsgálja az információbiztonsági szabályzatot. Minden új munkatárs az első héten oktatáson vesz részt, amelyet rövid teszt zár le. A hozzáféréseket a rendszergazda adja meg a közvetlen felettes írásos kérésére. Ha valaki elhagyja a céget, a fiókját még aznap le kell zárni, és az eszközeit vissza kell venni. Az eltérésekről a felelős havonta beszámol.",
      "nev,szerep,varos\nKovacs Janos,admin,Pecs\nSzűcs Gergő,fejlesztő,Szeged\nNagy Anna,auditor,Budapest\nFőző Zsófia,vezető,Eger\n",
      "A jelszó legalább tizenkét betűből álljon.",
    ],
  },
  {
    language: "Romanian",
    encodings: CENTRAL,
    texts: [
      "Fişierele sunt păstrate într-un loc sigur şi accesul la ele este înregistrat în fiecare zi.",
      "Conducerea verifică anual dacă măsurile de securitate sunt suficiente. Fiecare sistem are un responsabil care aprobă cererile de acces şi care elimină drepturile ce nu mai sunt necesare. Angajaţii noi semnează un angajament de confidenţialitate înainte de a primi parola. Incidentele sunt anunţate în cel mult o oră, iar cauza lor este cercetată până la capăt.",
      "nume,functie,oras\nIon Popa,admin,Iasi\nŞtefan Ţepeş,auditor,Cluj\nMaria Pop,operator,Arad\nCătălin Brânză,manager,Sibiu\n",
      "Cheile de criptare se schimbă în luna întâi.",
    ],
  },
  {
    language: "Croatian",
    encodings: CENTRAL,
    texts: [
      "Pristup podacima imaju samo osobe kojima je to potrebno za rad, što se provjerava svaka tri mjeseca.",
      "Uprava je odgovorna za sigurnost podataka i svake godine donosi plan provjera. Svi zaposlenici prolaze osposobljavanje, a novi ga završavaju u prvom mjesecu. Računi osoba koje odlaze zatvaraju se isti dan. Događaji koji mogu ugroziti korisnike prijavljuju se odmah i vode u posebnoj knjizi, koju potpisuje voditelj službe. Sljedeća provjera bit će u siječnju.",
      "ime,uloga,grad\nIvan Horvat,admin,Split\nŽeljka Kovačić,revizor,Zagreb\nAna Babic,korisnik,Rijeka\nDražen Šimić,voditelj,Osijek\n",
      "Sigurnosna kopija čuva se izvan zgrade.",
    ],
  },
  {
    language: "Slovenian",
    encodings: CENTRAL,
    texts: [
      "Vsak uporabnik ima svoje geslo in ga ne sme deliti z drugimi, tudi če mu to naroči nadrejeni.",
      "Podjetje hrani dnevnike dostopa najmanj dvanajst mesecev. Skrbnik jih pregleda vsak teden in poroča vodji, če opazi kaj neobičajnega. Pravice se dodelijo na podlagi pisne zahteve, ki jo odobri lastnik sistema. Ko zaposleni odide, se njegov račun zapre še isti dan. Varnostne kopije se preizkušajo dvakrat na leto, rezultati pa so shranjeni v arhivu družbe.",
      "ime;vloga;kraj\nJanez Novak;skrbnik;Kranj\nŽiga Čeh;revizor;Celje\nMaja Zupan;vodja;Koper\nUrška Jež;skrbnik;Kranj\n",
      "Ključi so shranjeni v omari z dvojno ključavnico.",
    ],
  },
  {
    language: "Russian",
    encodings: ["windows-1251", "koi8-r", "iso-8859-5", "ibm866"],
    texts: [
      "Доступ к серверам предоставляется только сотрудникам отдела эксплуатации после согласования с руководителем.",
      "Политика информационной безопасности пересматривается каждый год. Владельцы систем отвечают за выдачу и отзыв прав, а журнал изменений хранится не менее трёх лет. Если обнаружена ошибка, её исправляют в срок, который зависит от степени опасности. Резервные копии проверяются раз в квартал, и результаты проверки подписывает начальник отдела.",
      "login,name,role\nivanov,Иванов Пётр,admin\nsmith,John Smith,user\nsidorova,Сидорова Анна,auditor\nlee,Ann Lee,user\n",
      "Пароль меняется каждые девяносто дней.",
    ],
  },
  {
    language: "Ukrainian",
    encodings: ["windows-1251", "koi8-u"],
    texts: [
      "Усі облікові записи захищені двофакторною перевіркою, а спроби входу фіксуються в журналі.",
      "Керівник підрозділу щокварталу переглядає права доступу своїх працівників. Якщо людина звільняється, її обліковий запис блокують того ж дня. Резервні копії зберігають у зашифрованому вигляді в іншому місті, і двічі на рік перевіряють, чи можна з них відновити дані. Про кожен інцидент повідомляють службу безпеки протягом години, її телефон є у всіх.",
      "login,name,role\nkoval,Коваль Ірина,admin\nbrown,Tom Brown,user\nyurchenko,Юрченко Євген,auditor\nlee,Ann Lee,user\n",
      "Ключі шифрування зберігаються окремо від даних.",
    ],
  },
  {
    language: "Bulgarian",
    encodings: ["windows-1251", "iso-8859-5"],
    texts: [
      "Достъпът до личните данни е ограничен и всяко влизане се записва автоматично в дневника.",
      "Ръководството преглежда правилата за сигурност поне веднъж годишно. Новите служители преминават обучение през първата седмица и подписват декларация. Когато някой напусне, правата му се отнемат същия ден. Резервните копия се пазят в друга сграда и възстановяването им се проверява на всеки шест месеца. Отклоненията се описват и се възлагат на отговорно лице.",
      "user,name,role\nivanov,Иван Петров,admin\nsmith,John Smith,user\nvasileva,Мария Василева,auditor\nlee,Ann Lee,user\n",
      "Паролата трябва да съдържа поне дванадесет знака.",
    ],
  },
  {
    language: "Serbian",
    encodings: ["windows-1251", "iso-8859-5"],
    texts: [
      "Приступ подацима имају само овлашћена лица, а сваки приступ се бележи и чува годину дана.",
      "Управа усваја план безбедности почетком године и прати његово спровођење. Сви запослени пролазе обуку, а нови је завршавају у првом месецу рада. Кад неко оде из предузећа, његов налог се затвара истог дана. Догађаји који могу да угрозе кориснике пријављују се одмах. Резервне копије се држе у другом граду и њихова исправност се проверава свака три месеца.",
      "user,name,role\njovanovic,Јован Јовановић,admin\nsmith,John Smith,user\nljubic,Љиљана Љубић,auditor\nlee,Ann Lee,user\n",
      "Кључеви се мењају једном у шест месеци.",
    ],
  },
  {
    language: "Greek",
    encodings: ["windows-1253", "iso-8859-7"],
    texts: [
      "Κάθε χρήστης έχει δικό του κωδικό και δεν επιτρέπεται να τον δίνει σε άλλους.",
      "Η διοίκηση εγκρίνει την πολιτική ασφάλειας και την επανεξετάζει μία φορά τον χρόνο. Οι υπεύθυνοι των συστημάτων δίνουν και αφαιρούν δικαιώματα μετά από γραπτό αίτημα. Τα αντίγραφα φυλάσσονται σε άλλο κτίριο και ελέγχονται δύο φορές τον χρόνο. Όταν συμβεί κάποιο περιστατικό, ενημερώνεται αμέσως ο υπεύθυνος και καταγράφεται η αιτία του.",
      "user,name,role\npapas,Νίκος Παπάς,admin\nsmith,John Smith,user\neleni,Ελένη Γεωργίου,auditor\nlee,Ann Lee,user\n",
      "Τα κλειδιά αλλάζουν κάθε έξι μήνες.",
    ],
  },
  {
    language: "Turkish",
    encodings: ["windows-1254", "iso-8859-9"],
    texts: [
      "Her çalışan işe başladığında bilgi güvenliği eğitimi alır ve sonunda kısa bir sınava girer.",
      "Yönetim, güvenlik politikasını yılda en az bir kez gözden geçirir. Sistem sahipleri erişim isteklerini onaylar ve artık gerekli olmayan hakları kaldırır. Yedekler şifreli olarak başka bir şehirde saklanır ve geri yükleme altı ayda bir denenir. Bir olay görüldüğünde güvenlik birimine hemen haber verilir, nedeni araştırılır ve sonuç yazılı olarak bildirilir.",
      "ad,rol,sehir\nAli Kaya,admin,Bursa\nŞükrü Yıldız,denetci,Izmir\nAyse Demir,user,Ankara\nÇağrı Öztürk,admin,Konya\n",
      "Şifreler açık metin olarak saklanmaz, bu kesinlikle yasaktır.",
    ],
  },
  {
    language: "Hebrew",
    encodings: ["windows-1255", "iso-8859-8"],
    texts: [
      "הגישה לשרתים מותרת רק לעובדים מורשים וכל כניסה נרשמת ביומן.",
      "ההנהלה בוחנת את מדיניות אבטחת המידע פעם בשנה. כל עובד חדש עובר הדרכה בשבוע הראשון וחותם על התחייבות לסודיות. כאשר עובד עוזב, החשבון שלו נסגר באותו היום. גיבויים נשמרים בבניין אחר ונבדקים פעמיים בשנה. על כל אירוע חריג מדווחים מיד לאחראי, והסיבה נבדקת ונרשמת. ספקים נבדקים לפני שהם מקבלים גישה לנתונים.",
      "user,name,role\ncohen,דוד כהן,admin\nsmith,John Smith,user\nlevi,שרה לוי,auditor\nlee,Ann Lee,user\n",
      "הסיסמה מוחלפת כל תשעים ימים.",
    ],
  },
  {
    language: "Arabic",
    encodings: ["windows-1256", "iso-8859-6"],
    texts: [
      "لا يسمح بالدخول إلى الخوادم إلا للموظفين المصرح لهم ويسجل كل دخول في السجل.",
      "تراجع الإدارة سياسة أمن المعلومات مرة واحدة في السنة على الأقل. يتلقى كل موظف جديد تدريبا في الأسبوع الأول ويوقع على تعهد بالسرية. عندما يغادر موظف الشركة يغلق حسابه في اليوم نفسه. تحفظ النسخ الاحتياطية في مبنى آخر وتختبر مرتين في السنة. يبلغ عن كل حادث فورا ويبحث عن سببه ثم تكتب النتيجة في تقرير.",
      "user,name,role\nahmad,أحمد علي,admin\nsmith,John Smith,user\nfatima,فاطمة حسن,auditor\nlee,Ann Lee,user\n",
      "تتغير كلمة المرور كل تسعين يوما.",
    ],
  },
  {
    language: "Lithuanian",
    encodings: NORTH_EAST,
    texts: [
      "Kiekvienas darbuotojas turi asmeninę prieigą ir negali jos perduoti kitiems žmonėms.",
      "Įmonės vadovybė kasmet peržiūri saugumo taisykles ir skiria lėšų jų vykdymui. Nauji darbuotojai per pirmąją savaitę išklauso mokymus ir pasirašo susitarimą. Kai žmogus išeina iš darbo, jo paskyra uždaroma tą pačią dieną. Atsarginės kopijos saugomos kitame pastate, o jų atkūrimas bandomas du kartus per metus. Apie įvykius pranešama iš karto.",
      "vardas,role,miestas\nJonas Petraitis,admin,Kaunas\nRūta Šimkutė,auditorė,Vilnius\nTomas Balsys,user,Kaunas\nŽydrė Juškaitė,vadovė,Alytus\n",
      "Slaptažodžiai keičiami kas devyniasdešimt dienų.",
    ],
  },
  {
    language: "Latvian",
    encodings: NORTH_EAST,
    texts: [
      "Piekļuve datiem tiek piešķirta tikai tiem darbiniekiem, kuriem tā ir vajadzīga darbam.",
      "Uzņēmuma vadība katru gadu pārskata drošības noteikumus. Jaunie darbinieki pirmajā nedēļā apgūst mācību kursu un paraksta vienošanos par konfidencialitāti. Ja cilvēks aiziet, viņa konts tiek slēgts tajā pašā dienā. Rezerves kopijas glabā citā ēkā un to atjaunošanu pārbauda divas reizes gadā. Par katru gadījumu nekavējoties ziņo atbildīgajai personai.",
      "vards,loma,pilseta\nJanis Berzins,admin,Riga\nIlze Kalniņa,auditore,Liepāja\nPeteris Ozols,user,Ventspils\nLāsma Krūmiņa,vadītāja,Cēsis\n",
      "Šifrēšanas atslēgas glabājas atsevišķā vietā.",
    ],
  },
  {
    language: "Thai",
    encodings: ["windows-874"],
    texts: [
      "พนักงานทุกคนต้องเข้ารับการอบรมเรื่องความปลอดภัยของข้อมูลก่อนเริ่มทำงาน",
      "ฝ่ายบริหารทบทวนนโยบายความปลอดภัยอย่างน้อยปีละหนึ่งครั้ง เจ้าของระบบเป็นผู้อนุมัติสิทธิ์การเข้าถึงและยกเลิกสิทธิ์ที่ไม่จำเป็นแล้ว ข้อมูลสำรองเก็บไว้ในอาคารอื่นและทดสอบการกู้คืนปีละสองครั้ง เมื่อเกิดเหตุผิดปกติให้แจ้งผู้รับผิดชอบทันทีและบันทึกสาเหตุไว้เป็นหลักฐาน",
      "user,name,role\nsomchai,สมชาย ใจดี,admin\nsmith,John Smith,user\nmalee,มาลี แก้วใส,auditor\nlee,Ann Lee,user\n",
      "รหัสผ่านต้องเปลี่ยนทุกเก้าสิบวัน",
    ],
  },
  {
    language: "Japanese",
    encodings: ["shift_jis", "euc-jp", "iso-2022-jp"],
    texts: [
      "サーバー室への入室は許可された社員に限り、すべての記録を一年間保管する。",
      "情報セキュリティ方針は毎年見直しを行い、取締役会の承認を受ける。新しく入社した社員は、最初の一週間で研修を受け、確認テストに合格しなければならない。退職した社員のアカウントは、その日のうちに停止する。バックアップは別の建物に保管し、半年ごとに復元を試験する。事故が起きたときは、直ちに責任者へ報告し、原因を調べて再発を防ぐ。",
      "id,name,role\n1,田中 太郎,admin\n2,John Smith,user\n3,鈴木 花子,監査\n4,Ann Lee,user\n",
      "パスワードは九十日ごとに変更します。",
    ],
  },
  {
    language: "Chinese (simplified)",
    encodings: ["gbk", "gb18030"],
    texts: [
      "只有经过批准的员工才能进入机房，所有访问记录保存一年。",
      "公司每年至少审查一次信息安全政策，并由管理层批准。新员工在入职第一周接受培训，并签署保密协议。员工离职时，其账号当天停用，设备全部收回。备份数据保存在另一栋大楼，每半年测试一次恢复。发生安全事件时，应立即报告负责人，查明原因，并采取措施防止再次发生。供应商在获得访问权限之前必须通过评估。",
      "id,name,role\n1,王小明,admin\n2,John Smith,user\n3,李丽,审计员\n4,Ann Lee,user\n",
      "密码每九十天必须更换一次。",
    ],
  },
  {
    language: "Chinese (traditional)",
    encodings: ["big5"],
    texts: [
      "只有經過核准的員工才能進入機房，所有進出紀錄保存一年。",
      "公司每年至少檢討一次資訊安全政策，並由管理階層核准。新進員工在到職第一週接受訓練，並簽署保密協議。員工離職時，帳號當天停用，設備全部收回。備份資料存放在另一棟大樓，每半年測試一次還原。發生資安事件時，應立即通報負責人，查明原因，並採取措施避免再次發生。供應商取得存取權限之前必須通過評估。",
      "id,name,role\n1,陳大文,admin\n2,John Smith,user\n3,林美華,稽核員\n4,Ann Lee,user\n",
      "密碼每九十天必須更換一次。",
    ],
  },
  {
    language: "Korean",
    encodings: ["euc-kr"],
    texts: [
      "허가된 직원만 서버실에 들어갈 수 있으며 모든 출입 기록은 일 년 동안 보관한다.",
      "회사는 정보 보안 정책을 해마다 한 번 이상 검토하고 경영진의 승인을 받는다. 새로 입사한 직원은 첫 주에 교육을 받고 비밀 유지 서약서에 서명한다. 직원이 퇴사하면 그날 계정을 정지하고 장비를 모두 돌려받는다. 백업 자료는 다른 건물에 보관하며 반년마다 복구를 시험한다. 사고가 나면 곧바로 책임자에게 알리고 원인을 찾아 다시 일어나지 않게 한다.",
      "id,name,role\n1,김철수,admin\n2,John Smith,user\n3,이영희,감사\n4,Ann Lee,user\n",
      "비밀번호는 구십 일마다 바꾸어야 합니다.",
    ],
  },
];
