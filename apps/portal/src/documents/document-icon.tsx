import type { FileType } from "@assay/client";
import {
  FileArchive,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
  Mail,
  Presentation,
} from "lucide-react";

const ICONS: Partial<Record<FileType, LucideIcon>> = {
  xlsx: FileSpreadsheet,
  xls: FileSpreadsheet,
  ods: FileSpreadsheet,
  csv: FileSpreadsheet,
  pptx: Presentation,
  html: FileCode,
  json: FileCode,
  yaml: FileCode,
  xml: FileCode,
  eml: Mail,
  msg: Mail,
  png: FileImage,
  jpg: FileImage,
  tiff: FileImage,
  webp: FileImage,
  mbox: FileArchive,
  tar: FileArchive,
  zip: FileArchive,
};

export function DocumentIcon({ fileType }: { fileType: FileType }) {
  const Icon = ICONS[fileType] ?? FileText;
  return <Icon size={16} aria-hidden className="shrink-0 text-muted" />;
}
