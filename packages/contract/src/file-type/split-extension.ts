/** `Policy.v2.PDF` → `Policy.v2` and `pdf`. `logs.tar.gz` → `logs` and `tar.gz`. A name that only begins with a dot has no extension. */
export function splitExtension(filename: string): { stem: string; extension: string } {
  const name = filename.slice(Math.max(filename.lastIndexOf("/"), filename.lastIndexOf("\\")) + 1);
  const dot = name.lastIndexOf(".");
  if (dot <= 0 || dot === name.length - 1) return { stem: name, extension: "" };
  const packed = /.\.tar\.gz$/i.test(name) ? dot - ".tar".length : dot;
  return { stem: name.slice(0, packed), extension: name.slice(packed + 1).toLowerCase() };
}
