/** Two sentences of a policy in many languages written in Latin letters, of which the detector knows a half. */
export const SENTENCES: Readonly<Record<string, string>> = {
  Irish:
    "Ní mór do gach úsáideoir a phasfhocal a athrú gach nócha lá agus níor cheart é a roinnt le haon duine eile. Déanann úinéir an chórais athbhreithniú ar na cuntais gach ráithe agus dúntar na cuntais nach bhfuil in úsáid a thuilleadh.",
  Swahili:
    "Kila mtumiaji lazima abadilishe nenosiri lake kila baada ya siku tisini na asimpe mtu mwingine yeyote nenosiri hilo. Mmiliki wa mfumo hukagua akaunti zote kila robo mwaka na kufunga zile ambazo hazitumiki tena.",
  Welsh:
    "Rhaid i bob defnyddiwr newid ei gyfrinair bob naw deg diwrnod ac ni ddylid ei rannu ag unrhyw un arall. Mae perchennog y system yn adolygu pob cyfrif bob chwarter ac yn cau'r rhai nad ydynt yn cael eu defnyddio mwyach.",
  Basque:
    "Erabiltzaile guztiek laurogeita hamar egunean behin aldatu behar dute pasahitza, eta ezin diote beste inori eman. Sistemaren jabeak hiru hilean behin berrikusten ditu kontu guztiak, eta erabiltzen ez direnak ixten ditu.",
  Estonian:
    "Iga kasutaja peab oma parooli vahetama iga üheksakümne päeva järel ega tohi seda kellegi teisega jagada. Süsteemi omanik vaatab kõik kontod kord kvartalis üle ja sulgeb need, mida enam ei kasutata.",
  Hungarian:
    "Minden felhasználónak kilencven naponta meg kell változtatnia a jelszavát, és azt senkivel sem oszthatja meg. A rendszer tulajdonosa negyedévente átvizsgálja az összes fiókot, és lezárja azokat, amelyeket már nem használnak.",
  Finnish:
    "Jokaisen käyttäjän on vaihdettava salasanansa yhdeksänkymmenen päivän välein, eikä sitä saa kertoa kenellekään muulle. Järjestelmän omistaja tarkistaa kaikki tilit neljännesvuosittain ja sulkee ne, joita ei enää käytetä.",
  Turkish:
    "Her kullanıcı parolasını doksan günde bir değiştirmeli ve hiç kimseyle paylaşmamalıdır. Sistem sahibi tüm hesapları üç ayda bir gözden geçirir ve artık kullanılmayan hesapları kapatır.",
  Vietnamese:
    "Mỗi người dùng phải thay đổi mật khẩu của mình sau mỗi chín mươi ngày và không được chia sẻ với bất kỳ ai khác. Chủ hệ thống xem xét tất cả các tài khoản mỗi quý và đóng những tài khoản không còn sử dụng nữa.",
  Maltese:
    "Kull utent għandu jibdel il-password tiegħu kull disgħin jum u m'għandux jaqsamha ma' ħaddieħor. Is-sid tas-sistema jirrevedi l-kontijiet kollha kull tliet xhur u jagħlaq dawk li ma għadhomx jintużaw.",
  Albanian:
    "Çdo përdorues duhet ta ndryshojë fjalëkalimin e tij çdo nëntëdhjetë ditë dhe nuk duhet ta ndajë me askënd tjetër. Pronari i sistemit i shqyrton të gjitha llogaritë çdo tremujor dhe mbyll ato që nuk përdoren më.",
  Galician:
    "Cada usuario debe cambiar o seu contrasinal cada noventa días e non debe compartilo con ninguén máis. O propietario do sistema revisa todas as contas cada trimestre e pecha as que xa non se utilizan.",
  Catalan:
    "Cada usuari ha de canviar la seva contrasenya cada noranta dies i no l'ha de compartir amb ningú més. El propietari del sistema revisa tots els comptes cada trimestre i tanca els que ja no s'utilitzen.",
  Afrikaans:
    "Elke gebruiker moet sy wagwoord elke negentig dae verander en mag dit nie met enigiemand anders deel nie. Die stelsel se eienaar hersien alle rekeninge elke kwartaal en sluit dié wat nie meer gebruik word nie.",
  Zulu: "Wonke umsebenzisi kumele ashintshe iphasiwedi yakhe njalo ezinsukwini ezingamashumi ayisishiyagalolunye futhi akufanele abelane ngayo nanoma ubani. Umnikazi wohlelo ubuyekeza wonke ama-akhawunti njalo ngekota avale lawo angasasetshenziswa.",
  Xhosa:
    "Wonke umsebenzisi kufuneka atshintshe igama lakhe lokugqithisa rhoqo kwiintsuku ezingamashumi alithoba kwaye akufunekanga abelane ngalo nomnye umntu. Umnini wenkqubo uphonononga zonke iiakhawunti rhoqo ngekota avale ezo zingasasetyenziswayo.",
  Somali:
    "Isticmaale kasta waa inuu beddelaa furihiisa sirta ah sagaashankii maalmoodba mar oo aanu la wadaagin qof kale. Milkiilaha nidaamku wuxuu dib u eegaa dhammaan xisaabaadka rubuc kasta wuxuuna xiraa kuwa aan la isticmaalin.",
  Hausa:
    "Kowane mai amfani dole ne ya canza kalmar sirrinsa kowane kwana casa'in kuma kada ya raba ta da kowa. Mai tsarin yana duba dukan asusu kowane wata uku kuma yana rufe waɗanda ba a amfani da su.",
  Yoruba:
    "Gbogbo olùmúlò gbọ́dọ̀ yí ọ̀rọ̀ aṣínà rẹ̀ padà ní gbogbo àádọ́rùn-ún ọjọ́ kò sì gbọdọ̀ fi hàn ẹnikẹ́ni mìíràn. Olóhun ètò náà máa ń ṣàyẹ̀wò gbogbo àkáǹtì ní ìdá mẹ́rin ọdún ó sì máa ń pa àwọn tí a kò lò mọ́.",
  Igbo: "Onye ọrụ ọ bụla ga-agbanwe okwuntughe ya kwa ụbọchị iri itoolu, ọ gaghịkwa agwa onye ọzọ. Onye nwe usoro ahụ na-enyocha akaụntụ niile kwa ọnwa atọ ma mechie ndị a na-ejighịzi eme ihe.",
  Indonesian:
    "Setiap pengguna harus mengganti kata sandinya setiap sembilan puluh hari dan tidak boleh membagikannya kepada siapa pun. Pemilik sistem meninjau semua akun setiap triwulan dan menutup akun yang tidak lagi digunakan.",
  Malay:
    "Setiap pengguna mesti menukar kata laluannya setiap sembilan puluh hari dan tidak boleh berkongsi dengan sesiapa pun. Pemilik sistem menyemak semua akaun setiap suku tahun dan menutup akaun yang tidak digunakan lagi.",
  Tagalog:
    "Dapat palitan ng bawat gumagamit ang kanyang password tuwing siyamnapung araw at hindi ito dapat ibahagi kaninuman. Sinusuri ng may-ari ng sistema ang lahat ng account bawat kwarter at isinasara ang mga hindi na ginagamit.",
  Azerbaijani:
    "Hər bir istifadəçi parolunu doxsan gündən bir dəyişməlidir və onu heç kimlə bölüşməməlidir. Sistemin sahibi bütün hesabları hər rüb nəzərdən keçirir və artıq istifadə olunmayan hesabları bağlayır.",
  Uzbek:
    "Har bir foydalanuvchi parolini har to'qson kunda o'zgartirishi kerak va uni boshqa hech kim bilan bo'lishmasligi lozim. Tizim egasi har chorakda barcha hisoblarni ko'rib chiqadi va ishlatilmayotganlarini yopadi.",
  Kurdish:
    "Divê her bikarhêner her nod rojan şîfreya xwe biguherîne û divê wê bi kesekî din re parve neke. Xwediyê pergalê her sê mehan carekê hemû hesaban dinirxîne û yên ku êdî nayên bikaranîn digire.",
  Luxembourgish:
    "All Benotzer muss säi Passwuert all nonzeg Deeg änneren an däerf et mat kengem aneren deelen. De Besëtzer vum System iwwerpréift all Konten all Quartal a mécht déi zou, déi net méi gebraucht ginn.",
  Faroese:
    "Hvør brúkari skal broyta loyniorð sítt níti hvønn dag og má ikki deila tað við nakran annan. Eigarin av skipanini kannar allar kontur hvønn ársfjórðing og letur tær aftur, sum ikki longur verða nýttar.",
  Icelandic:
    "Hver notandi skal breyta lykilorði sínu á níutíu daga fresti og má ekki deila því með neinum öðrum. Eigandi kerfisins fer yfir alla reikninga á hverjum ársfjórðungi og lokar þeim sem ekki eru lengur notaðir.",
  Lithuanian:
    "Kiekvienas naudotojas privalo keisti savo slaptažodį kas devyniasdešimt dienų ir negali juo dalytis su niekuo kitu. Sistemos savininkas kas ketvirtį peržiūri visas paskyras ir uždaro tas, kurios nebenaudojamos.",
  Latvian:
    "Katram lietotājam ik pēc deviņdesmit dienām jāmaina sava parole, un to nedrīkst izpaust nevienam citam. Sistēmas īpašnieks reizi ceturksnī pārskata visus kontus un slēdz tos, kurus vairs nelieto.",
  Croatian:
    "Svaki korisnik mora promijeniti svoju lozinku svakih devedeset dana i ne smije je dijeliti ni s kim drugim. Vlasnik sustava svako tromjesečje pregledava sve račune i zatvara one koji se više ne koriste.",
  Slovene:
    "Vsak uporabnik mora svoje geslo zamenjati vsakih devetdeset dni in ga ne sme deliti z nikomer drugim. Lastnik sistema vsako četrtletje pregleda vse račune in zapre tiste, ki se ne uporabljajo več.",
  Esperanto:
    "Ĉiu uzanto devas ŝanĝi sian pasvorton ĉiujn naŭdek tagojn kaj ne rajtas doni ĝin al iu ajn alia. La posedanto de la sistemo kontrolas ĉiujn kontojn ĉiun kvaronjaron kaj fermas tiujn, kiuj ne plu estas uzataj.",
  Breton:
    "Rankout a ra pep implijer cheñch e c'her-tremen bep devezh ha pevar-ugent hag arabat eo dezhañ reiñ anezhañ da zen all ebet. Perc'henn ar reizhiad a wiria an holl gontoù bep trimiziad hag a serr ar re na implijer ket ken.",
  "Scottish Gaelic":
    "Feumaidh a h-uile cleachdaiche am facal-faire aca atharrachadh gach ceithir fichead 's a deich latha agus chan fhaodar innse do dhuine sam bith eile. Bidh sealbhadair an t-siostaim a' sgrùdadh nan cunntasan uile gach ràith agus a' dùnadh an fheadhainn nach eilear a' cleachdadh tuilleadh.",
  Maori:
    "Me panoni ia kaiwhakamahi i tana kupuhipa ia iwa tekau ngā rā, ā, kaua e tuari ki tētahi atu tangata. Ka arotakehia e te rangatira o te pūnaha ngā pūkete katoa ia hauwhā tau, ā, ka katia ngā mea kāore e whakamahia ana.",
  Samoan:
    "E tatau i tagata uma ona suia a latou upu faataga i aso uma e iva sefulu ma e le tatau ona faasoa atu i se isi tagata. E iloilo e le pule o le faiga tala uma i kuata taitasi ma tapunia i latou ua le toe faaaogaina.",
  Haitian:
    "Chak itilizatè dwe chanje modpas li chak katrevendis jou epi li pa dwe pataje li ak okenn lòt moun. Pwopriyetè sistèm nan revize tout kont yo chak trimès epi li fèmen sa yo ki pa itilize ankò.",
  Shona:
    "Mushandisi wese anofanira kuchinja password yake mushure memazuva makumi mapfumbamwe uye haafanire kuipa mumwe munhu. Muridzi wehurongwa anoongorora maakaundi ese pakota yega yega uye anovhara ayo asisashandiswi.",
  Kinyarwanda:
    "Buri mukoresha agomba guhindura ijambo ry'ibanga rye buri minsi mirongo cyenda kandi ntagomba kuriha undi muntu. Nyir'ubwo buryo asuzuma konti zose buri gihembwe kandi agafunga izitagikoreshwa.",
  Malagasy:
    "Tsy maintsy manova ny tenimiafiny isaky ny sivifolo andro ny mpampiasa tsirairay ary tsy tokony hozarainy amin'olon-kafa izany. Ny tompon'ny rafitra dia mandinika ny kaonty rehetra isan-telovolana ary manidy izay tsy ampiasaina intsony.",
  Romansh:
    "Mintga utilisader sto midar ses pled-clav mintga novanta dis e na dastga betg parter el cun insatgi auter. Il possessur dal sistem controllescha tut ils contos mintga quartal e serra quels che na vegnan betg pli duvrads.",
};
