/** audit-notes as auditNotes. */
export const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
/** audit-notes as AuditNotes. */
export const pascal = (name) => camel(name).replace(/^./, (letter) => letter.toUpperCase());
/** audit-notes as Audit notes. */
export const words = (name) => name.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase());
