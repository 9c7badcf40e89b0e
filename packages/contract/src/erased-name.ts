/** What a person is called once their name is erased: the same in every row of theirs, and nobody's address. */
export function erasedName(userId: string): string {
  return `erased-${userId.slice(-12)}`;
}
