const KEY = /^[0-9a-f-]+(\/[0-9a-f-]+)*$/;
const PREFIX = /^[\w-]+(\/[\w-]+)*$/;

/** Where a file's objects live in the bucket. No key has a dot, so that no file's folder is another's. */
export function folderNames(prefix: string | undefined): (key: string) => string {
  if (prefix !== undefined && !PREFIX.test(prefix))
    throw new TypeError(
      `Cannot use a path prefix because it must match ${PREFIX.source}: current value is ${JSON.stringify(prefix)}`,
    );
  return (key) => {
    if (!KEY.test(key))
      throw new TypeError(
        `Cannot use a file key because it must match ${KEY.source}: current value is ${JSON.stringify(key)}`,
      );
    return `${prefix === undefined ? "" : `${prefix}/`}${key}.file`;
  };
}
