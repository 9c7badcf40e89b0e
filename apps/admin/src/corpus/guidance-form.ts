export interface GuidanceForm {
  /** The pack that the guidance is for, or null once it has been asked for. */
  readonly requirePack: () => string | null;
  readonly onClose: () => void;
}
