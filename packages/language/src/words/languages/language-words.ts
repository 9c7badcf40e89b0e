/** Languages in Latin letters whose words are read by rules of their own; every other text is read as English is. */
export type WordLanguage = "de" | "fr" | "es";

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Function words without accents, as `splitWords` gives them: they tell the language and say nothing of the subject. */
export const FUNCTION_WORDS: Readonly<Record<WordLanguage, ReadonlySet<string>>> = {
  de: words(
    `aber alle allem allen aller alles als also am an andere anderen anderer anderes auch auf aus bei beim bereits bevor bis bzw da dabei dafur daher
    damit danach dann daran darauf daraus darf darin daruber das dass davon dazu dem den denen denn der deren des dessen
    die dies diese diesem diesen dieser dieses doch dort durch durfen ein eine einem einen einer eines er es etwa etwas
    fur gegen gibt haben hat hatte hier hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in innerhalb ins ist ja je jede jedem
    jeden jeder jedes jeweils jemand kann kein keine keinem keinen keiner konnen man mehr mit muss mussen nach nicht nichts niemand noch nur ob oder
    ohne sehr sein seine seinem seinen seiner seit sich sie sind so sobald sofern solche soll sollen sowie sowohl spatestens statt um und uns unser unsere
    unserem unseren unserer unter vom von vor wahrend war waren was weder weil weiter welche welcher welches wenn wer werden wie wir wird
    wo wurde wurden zu zum zur zusatzlich zwischen uber`,
  ),
  fr: words(
    `afin ai ainsi alors apres au aucun aucune aussi autre autres aux avant avec avoir bien ca car ce cela celle celles celui ces cet cette
    ceux chacun chacune chaque chez ci comme dans de depuis des dont donc du elle elles en encore entre est et etaient etait etant ete etre eu eux
    fait faut font il ils je la le les leur leurs lors lorsque lui mais meme ne ni non nos notre nous on ont ou
    par parmi pas pendant peut peuvent plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi sa sans se selon ses
    si soient soit son sont sous sur ta tant tel telle telles tels toujours tous tout toute toutes tres un une vers voici voir vos votre
    vous y`,
  ),
  es: words(
    `a al algo alguien alguna algunas alguno algunos ante antes aquel asi aun aunque bajo cada casi como con contra cual cuales cualquier cuando cuyo de
    del desde despues donde durante e el ella ellas ellos en entre era eran es esa esas ese eso esos esta estan estar estas este esto estos
    fue fueron ha hace han hasta hay la las le les lo los mas me mediante mi mientras mismo muy nada nadie ni ningun ninguna no nos o otra otras
    otro otros para pero por porque pues puede pueden que quien quienes se sea sean segun ser si sin sino sobre solo son su sus
    tal tambien tan tanto tiene tienen toda todas todo todos tras u un una unas uno unos va van y ya`,
  ),
};
