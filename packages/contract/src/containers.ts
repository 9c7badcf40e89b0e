/** The formats that hold documents and are never evidence themselves. */
export const CONTAINERS = ["mbox", "tar", "zip"] as const;

export type Container = (typeof CONTAINERS)[number];

/** Whether a file of this type is an archive or a mailbox: its members are the documents. */
export function isContainer(fileType: string): fileType is Container {
  return CONTAINERS.some((type) => type === fileType);
}
