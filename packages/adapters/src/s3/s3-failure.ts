import { AssayError, UnavailableError } from "@assay/contract";

/** What the server did not do now and may do later; `reason` ends the sentence. */
export function s3Unavailable(
  reason: string,
  { cause, retryAfterSeconds }: { cause?: unknown; retryAfterSeconds?: number | undefined } = {},
): UnavailableError {
  return new UnavailableError("files", `Cannot use the S3 file store now because ${reason}`, {
    cause,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

/** A refusal as S3 words it; `code` is empty where a gateway or a reply without a body says less. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
}

export async function readRefusal(reply: Response): Promise<Refusal> {
  return { status: reply.status, code: readTag(await reply.text(), "Code") ?? "" };
}

/** What one element of a reply contains; undefined where there is none. */
export function readTag(xml: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];
}

/** Whether the server says that there is no such object: a 404 of a bucket or of a gateway says nothing of it. */
export const isMissing = ({ status, code }: Refusal): boolean => status === 404 && code === "NoSuchKey";

/** A condition failed, or a write of the same name was under way, which is the same for what is written once. */
export const isTaken = ({ status }: Refusal): boolean => status === 412 || status === 409;

/** The error to throw for a refusal. */
export function toS3Failure({ status, code }: Refusal): Error {
  const said = code ? `${status} ${code}` : `status ${status}`;
  if (code === "EntityTooLarge" || status === 413)
    return new AssayError("FILE_TOO_LARGE", "Cannot store a file because it is larger than the file store takes");
  if (code === "RequestTimeTooSkewed")
    return s3Unavailable("its clock and this machine's differ: set the clock by NTP");
  if (status === 401 || status === 403)
    return s3Unavailable(
      `it refuses the access key (${said}): check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION and the key's rights`,
    );
  if (status === 404)
    return s3Unavailable("the bucket is missing or the address is not an S3 server's: check S3_BUCKET");
  if (status === 501)
    return s3Unavailable(
      `it does not know what Assay needs of S3 (${said}), which is mostly the conditional write 'If-None-Match: *': use another server`,
    );
  return s3Unavailable(`it refused the request with ${said}`);
}
