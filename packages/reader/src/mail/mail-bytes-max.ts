/** A longer mail is not parted into its attachments: they would not fit into the memory of their process. */
export const MAIL_BYTES_MAX = 64 * 1024 * 1024;
