import type { FileType } from "@assay/client";
import { FileArchive, FileCode, FileSpreadsheet, FileText, type LucideIcon, Mail, Presentation } from "lucide-react";

const ICONS: Partial<Record<FileType, LucideIcon>> = {
  xlsx: FileSpreadsheet,
  csv: FileSpreadsheet,
  pptx: Presentation,
  html: FileCode,
  eml: Mail,
  zip: FileArchive,
};

export function DocumentIcon({ fileType }: { fileType: FileType }) {
  const Icon = ICONS[fileType] ?? FileText;
  return <Icon size={16} aria-hidden className="shrink-0 text-muted" />;
}
