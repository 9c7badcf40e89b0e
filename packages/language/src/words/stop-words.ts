/** English function words: they say nothing about the subject of a text. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after afterwards again against all also am an and any are as at be because been before being below between both
  but by can cannot could did do does doing done down during each either else etc ever every few for from further had
  has have having he her here hers him his how however i if in into is it its itself just least may me might more most must
  my neither no nor not of off on once one only onto or other others otherwise our ours out over own per respectively same shall she should
  since so some such than that the their theirs them then there thereafter thereby therefore thereof these they this those though
  through thus to too under until up upon us use used using very via was we were what when where whereas whether which
  while who whom whose why will with within without would yet you your yours`.split(/\s+/),
);
